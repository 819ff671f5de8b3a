import { describe, expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import { SecretMask } from "../../src/output/secrets.ts";
import { RUNS } from "../support/outputs.ts";

// Nothing here is about time; a busy machine must not fail it.
setDefaultTimeout(120_000);

function maskOf(values: Readonly<Record<string, string>>): SecretMask {
  const mask = new SecretMask();
  for (const [name, value] of Object.entries(values)) mask.add(name, value);
  return mask;
}

describe("secrets", () => {
  test("show as their names, wherever they stand", () => {
    const mask = maskOf({ API_KEY: "sk-12345678", TOKEN: "tok$^.*en1" });
    expect(mask.mask("a sk-12345678b tok$^.*en1 sk-1234567")).toBe(
      "a [secret API_KEY]b [secret TOKEN] sk-1234567",
    );
  });

  test("of fewer than 8 characters are words, and stay", () => {
    const mask = maskOf({ SHORT: "1234567" });
    expect(mask.active).toBe(false);
    expect(mask.mask("1234567")).toBe("1234567");
  });

  test("that start with another secret show nothing of themselves", () => {
    const mask = maskOf({ A: "abcdefgh", B: "abcdefghijkl" });
    expect(mask.mask("abcdefghijkl abcdefgh")).toBe("[secret B] [secret A]");
  });

  test("are masked in JSON text and in URLs too", () => {
    const value = 'pass"word\n/+é';
    const mask = maskOf({ PASSWORD: value });
    expect(mask.mask(JSON.stringify({ value }))).toBe('{"value":"[secret PASSWORD]"}');
    expect(mask.mask(`https://x/?p=${encodeURIComponent(value)}&q`)).toBe("https://x/?p=[secret PASSWORD]&q");
  });

  test("are masked deep in a value, in keys as well", () => {
    const mask = maskOf({ KEY: "12345678" });
    const value = { list: ["x12345678", 5, null, { "12345678": true }] };
    expect(mask.maskDeep(value)).toEqual({
      list: ["x[secret KEY]", 5, null, { "[secret KEY]": true }],
    } as never);
    expect(value.list[0]).toBe("x12345678");
  });

  test("never show in a stream, however it is split", () => {
    const secrets = { A: "aabaabaa", B: "aabaabaabb", C: "bbaabaab" };
    const mask = maskOf(secrets);
    const noise = fc.array(fc.constantFrom("a", "b", "\n", ...Object.values(secrets)), { maxLength: 12 });
    fc.assert(
      fc.property(
        noise,
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
        (parts, sizes) => {
          const text = parts.join("");
          const stream = mask.stream();
          let masked = "";
          for (let at = 0, index = 0; at < text.length; index++) {
            const size = sizes[index % sizes.length] ?? 1;
            masked += stream.push(text.slice(at, at + size));
            at += size;
          }
          masked += stream.flush();
          expect(masked).toBe(mask.mask(text));
          for (const value of Object.values(secrets)) expect(masked).not.toContain(value);
        },
      ),
      RUNS,
    );
  });

  test("a stream holds nothing back that cannot become a secret", () => {
    const stream = maskOf({ A: "abcdefgh" }).stream();
    expect(stream.push("hello\n")).toBe("hello\n");
    expect(stream.push("xabc")).toBe("x");
    expect(stream.push("d!")).toBe("abcd!");
  });
});
