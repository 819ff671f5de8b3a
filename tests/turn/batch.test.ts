import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { anthropic, provider, type Received } from "../support/provider.ts";
import { turnHost } from "../support/turn-host.ts";

const config = (url: string) =>
  `models:\n  mine: {provider: anthropic, id: m, baseUrl: "${url}", apiKeyEnv: MY_KEY}\n`;
const env = { PATH: process.env.PATH, MY_KEY: "key-of-this-test" };
const echo = ({ body }: Received) => {
  const { text } = body.messages[0].content.at(-1);
  return text === "fail" ? new Response("no", { status: 400 }) : anthropic([`You said: ${text}`]);
};
const args = ["run-turn", "--model", "mine", "--config", "config.yaml"];
const PROMPTS = 'first\n\n"two\\nlines"\n  third\r\n';

test("each line of a batch is a turn in a session of its own, each document one line", async () => {
  using server = provider(echo);
  using at = turnHost({ "config.yaml": config(server.url), "prompts.txt": PROMPTS });
  const ran = await at.run([...args, "--batch", "prompts.txt", "--json"], { env });
  const documents = ran.stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(documents.map(({ text }) => text)).toEqual([
    "You said: first",
    "You said: two\nlines",
    "You said:   third",
  ]);
  expect(new Set(documents.map(({ sessionId }) => sessionId)).size).toBe(3);
  expect(readdirSync(at.sessions)).toHaveLength(3);
  expect(server.received.map(({ body }) => body.messages.length)).toEqual([1, 1, 1]);
  expect(ran.exitCode).toBe(0);
});

test("as text the answers stand on stdout, which turn it is on stderr; the first failure is the exit code", async () => {
  using server = provider(echo);
  using at = turnHost({ "config.yaml": config(server.url), "prompts.txt": "one\nfail\nthree\n" });
  const ran = await at.run([...args, "--batch", "prompts.txt"], { env });
  expect(ran.stdout).toBe("You said: one\nYou said: three\n");
  expect(ran.stderr).toContain("Turn 1 of 3: one\n");
  expect(ran.stderr).toContain("Turn 3 of 3: three\n");
  expect(ran.stderr).not.toContain("You said: one");
  expect(ran.exitCode).toBe(1);
});

test("a script is played anew for each line", async () => {
  using at = turnHost({ "turn.yaml": "steps: [{say: Done.}]\n", "prompts.txt": "one\ntwo\n" });
  const ran = await at.run(["run-turn", "--script", "turn.yaml", "--batch", "prompts.txt"]);
  expect(ran.stdout).toBe("Done.\nDone.\n");
});

test.each([
  [["--batch", "none.txt"], "there is no such file (none.txt)"],
  [["--batch", "."], "EISDIR"],
  [["--batch", "/dev/zero"], "more than 8388608 bytes"],
  [["--batch", "empty.txt"], "holds no prompt"],
  [["--batch", "broken.txt"], "(broken.txt:2)"],
  [["--batch", "latin.txt"], "not UTF-8"],
  [["--batch", "ok.txt", "--resume", "20260131-142501-9f86d081"], "together with --batch"],
  [["--batch", "ok.txt", "--record", "x.yaml"], "together with --batch"],
  [["--batch", "ok.txt", "a prompt"], "PROMPT together with --batch"],
])("%j is refused, exit 2, and no turn is run", async (more, words) => {
  using at = turnHost({
    "turn.yaml": "steps: [{say: Done.}]\n",
    "empty.txt": "\n \n",
    "broken.txt": 'one\n"two\n',
    "latin.txt": new Uint8Array([0x66, 0xfc, 0x72]),
    "ok.txt": "one\n",
  });
  const ran = await at.run(["run-turn", "--script", "turn.yaml", ...more]);
  expect(ran.stderr).toContain(words);
  expect(ran.stdout).toBe("");
  expect(ran.exitCode).toBe(2);
});
