import { afterAll, beforeAll, expect, test } from "bun:test";
import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { deviceGrantSource } from "../../src/mcode-tools/broker/device-grant.ts";
import { TokenKeeper } from "../../src/mcode-tools/broker/token-keeper.ts";
import { answering, freePort } from "../support/services.ts";
import { workspace } from "../support/workspace.ts";

let issuer: string;
let server: ChildProcess;

beforeAll(async () => {
  const port = await freePort();
  issuer = `http://127.0.0.1:${port}`;
  const program = resolve(import.meta.dirname, "../support/oidc-server.ts");
  server = spawn(process.execPath, [program, String(port)], {
    stdio: "ignore",
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TOKEN_SECONDS: "2" },
  });
  await answering(`${issuer}/.well-known/openid-configuration`);
}, 60_000);

afterAll(() => server.kill("SIGKILL"));

interface Person {
  /** What the person was shown. */
  readonly shown: string[];
  readonly ask: (text: string) => void;
}

/** A person who does `what` with the code as soon as it is shown. */
function person(what: "approve" | "deny"): Person {
  const shown: string[] = [];
  return {
    shown,
    ask(text) {
      shown.push(text);
      const code = /code (\S+)$/.exec(text)?.[1];
      if (code !== undefined) void fetch(`${issuer}/test/${what}?user_code=${code}`, { method: "POST" });
    },
  };
}

function sourceFor(folder: string, ask?: (text: string) => void) {
  const secrets: string[] = [];
  const store = join(folder, "auth/connectors.json");
  const source = deviceGrantSource({
    issuer,
    clientId: "turnkit-test",
    store,
    platform: process.platform,
    now: () => Date.now(),
    ask,
    onSecret: (_, value) => secrets.push(value),
    pollMs: 100,
  });
  return { source, store, secrets };
}

const signal = new AbortController().signal;

test("a person logs in once; the token is kept, renewed without a person, and never shown", async () => {
  using folder = workspace();
  const { shown, ask } = person("approve");
  const { source, store, secrets } = sourceFor(folder.path, ask);
  const reading = source.read({ signal, ask: true });
  const authorizing = (): boolean => source.authorizing === true;
  while (!authorizing()) await Bun.sleep(5);
  const first = await reading;
  expect(authorizing()).toBe(false);
  expect(shown[0]).toMatch(
    /^To connect, open http:\/\/127\.0\.0\.1:\d+\/device\S* and enter the code [A-Z-]+$/,
  );
  expect(first?.expiresAtMs).toBeGreaterThan(Date.now());
  expect(statSync(store).mode & 0o777).toBe(0o600);
  for (const secret of secrets) expect(shown.join("\n")).not.toContain(secret);
  expect(secrets).toContain(first?.accessToken ?? "");

  const later = sourceFor(folder.path);
  expect(await later.source.read({ signal, ask: true })).toMatchObject({ accessToken: first?.accessToken });
  await Bun.sleep(2100);
  const renewed = await later.source.read({ signal, ask: true });
  expect(renewed?.accessToken).toBeString();
  expect(renewed?.accessToken).not.toBe(first?.accessToken);
  const refused = await later.source.read({ signal, ask: true, refused: renewed?.accessToken });
  expect(refused?.accessToken).not.toBe(renewed?.accessToken);
}, 20_000);

test("hosts that renew one login at the same time use its refresh token once", async () => {
  using folder = workspace();
  const { source, store } = sourceFor(folder.path, person("approve").ask);
  const first = await source.read({ signal, ask: true });
  const renewed = await Promise.all(
    Array.from({ length: 4 }, () =>
      sourceFor(folder.path).source.read({ signal, ask: false, refused: first?.accessToken }),
    ),
  );
  const [one] = renewed;
  expect(one?.accessToken).not.toBe(first?.accessToken);
  expect(renewed.map((token) => token?.accessToken)).toEqual(renewed.map(() => one?.accessToken));
  expect(readdirSync(dirname(store))).toEqual(["connectors.json"]);
}, 20_000);

test("a status tells of a stored login and never asks a person", async () => {
  using folder = workspace();
  const first = person("approve");
  const keeper = (ask?: (text: string) => void) =>
    new TokenKeeper({ source: sourceFor(folder.path, ask).source, now: () => Date.now() });
  const before = keeper(first.ask);
  expect(await before.status()).toMatchObject({ status: "anonymous" });
  expect(first.shown).toEqual([]);
  const lease = await before.lease(0);
  expect(first.shown).toHaveLength(2);
  const later = person("approve");
  expect(await keeper(later.ask).status()).toMatchObject({ status: "authenticated" });
  expect(await keeper(later.ask).lease(0)).toMatchObject({ accessToken: lease?.accessToken });
  expect(later.shown).toEqual([]);
});

test("without a terminal nobody is asked and there is no token", async () => {
  using folder = workspace();
  expect(await sourceFor(folder.path).source.read({ signal, ask: true })).toBeUndefined();
});

test("a person who says no is an error with the issuer's word", async () => {
  using folder = workspace();
  const { ask } = person("deny");
  await expect(sourceFor(folder.path, ask).source.read({ signal, ask: true })).rejects.toThrow(
    "access_denied",
  );
});

test("a stored token of another issuer or a broken file is not used", async () => {
  using folder = workspace();
  const { ask } = person("approve");
  const { source, store } = sourceFor(folder.path, ask);
  await source.read({ signal, ask: true });
  const stored = JSON.parse(readFileSync(store, "utf8"));
  writeFileSync(store, JSON.stringify({ ...stored, issuer: "http://127.0.0.1:1" }));
  expect(await sourceFor(folder.path).source.read({ signal, ask: true })).toBeUndefined();
  writeFileSync(store, "{");
  expect(await sourceFor(folder.path).source.read({ signal, ask: true })).toBeUndefined();
});

test("an issuer over plain http on another machine, and one that is none, are refused", async () => {
  using folder = workspace();
  const options = {
    clientId: "x",
    store: join(folder.path, "s"),
    platform: process.platform,
    now: () => Date.now(),
    ask: () => undefined,
    onSecret: () => undefined,
  };
  const remote = deviceGrantSource({ ...options, issuer: "http://issuer.invalid" });
  await expect(remote.read({ signal, ask: true })).rejects.toThrow("expected https");
  const wrong = deviceGrantSource({ ...options, issuer: `${issuer}/none` });
  await expect(wrong.read({ signal, ask: true })).rejects.toThrow("discovery document");
});

test("a kept token with less time left than is wanted is renewed, and kept on where it cannot be", async () => {
  using folder = workspace();
  const { ask } = person("approve");
  const first = sourceFor(folder.path, ask);
  const token = await first.source.read({ signal, ask: true });
  const { source, store } = sourceFor(folder.path);
  const renewed = await source.read({ signal, ask: false, minValidityMs: 300_000 });
  expect(renewed?.accessToken).toBeString();
  expect(renewed?.accessToken).not.toBe(token?.accessToken);
  const { refreshToken: _, ...kept } = JSON.parse(readFileSync(store, "utf8"));
  writeFileSync(store, JSON.stringify({ ...kept, expiresAtMs: Date.now() + 60_000 }));
  const same = await source.read({ signal, ask: false, minValidityMs: 300_000 });
  expect(same?.accessToken).toBe(kept.accessToken);
}, 20_000);
