// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these texts are what is tested.
import { expect, test } from "bun:test";
import { resolveServer } from "../../src/config/mcp-entry.ts";
import { isCredentialName, isSecretName } from "../../src/config/secret-names.ts";
import type { RawMcpServer } from "../../src/config/types.ts";

function secretsOf(raw: RawMcpServer, env: Record<string, string>): string[] {
  const resolved = resolveServer("s", raw, {
    env,
    home: "/home/u",
    workspace: "/work",
    origin: { file: "mcp.json", scope: "data-dir" },
    where: () => "mcp.json:1:1",
  });
  expect(resolved.diagnostics).toEqual([]);
  return resolved.secrets.map(({ name, value }) => `${name}=${value}`).sort();
}

test("header and env values that came through a variable are secrets, under the variable's name", () => {
  const raw = { url: "http://x", headers: { "X-Org": "org ${ORG}", Plain: "plain" } };
  expect(secretsOf(raw, { ORG: "organisation" })).toEqual(["ORG=organisation"]);
  expect(secretsOf({ command: "x", env: { A: "${B:-fallback}" } }, {})).toEqual(["B=fallback"]);
});

test("values under a secret's name are secrets as they stand, and a bearer's token alone", () => {
  const headers = { Authorization: "Bearer abcdefgh", "X-Api-Key": "0123456789", Accept: "text/plain" };
  expect(secretsOf({ url: "http://x", headers }, {})).toEqual([
    "Authorization=Bearer abcdefgh",
    "Authorization=abcdefgh",
    "X-Api-Key=0123456789",
  ]);
});

test("in arguments, URLs and folders only a variable with a secret's name is one", () => {
  const raw = { command: "x", args: ["${REGION}", "--key=${MY_TOKEN}"], cwd: "${DIR}" };
  expect(secretsOf(raw, { REGION: "eu-north", MY_TOKEN: "tok", DIR: "/srv/data" })).toEqual(["MY_TOKEN=tok"]);
});

test("a home folder that is passed on is no secret: it would blind every path", () => {
  const raw = { command: "x", env: { HOME: "${HOME}", PATH: "/x:${PATH}", T: "${T}" } };
  expect(secretsOf(raw, { HOME: "/home/somebody", PATH: "/usr/bin:/bin", T: "0123456789" })).toEqual([
    "T=0123456789",
  ]);
});

test("an OAuth client secret is one", () => {
  const oauth = { clientId: "public-id", clientSecret: "${S}" };
  expect(secretsOf({ url: "http://x", oauth }, { S: "very secret" })).toEqual([
    "S=very secret",
    "clientSecret=very secret",
  ]);
});

const NAMES: readonly [name: string, secret: boolean, credential: boolean][] = [
  ["OPENAI_API_KEY", true, true],
  ["apiKey", true, true],
  ["X-Api-Key", true, true],
  ["APIKEY", true, true],
  ["GITHUB_TOKEN", true, true],
  ["DB_PASSWORD", true, true],
  ["AWS_SHARED_CREDENTIALS_FILE", true, true],
  ["Authorization", true, false],
  ["SSH_AUTH_SOCK", true, false],
  ["Set-Cookie", true, false],
  ["MONKEY", false, false],
  ["KEYBOARD", false, false],
  ["TOKENIZER", false, false],
  ["AUTHOR", false, false],
  ["PATH", false, false],
  ["", false, false],
];

for (const [name, secret, credential] of NAMES) {
  test(`${JSON.stringify(name)} is ${secret ? "" : "not "}the name of a secret`, () => {
    expect([isSecretName(name), isCredentialName(name)]).toEqual([secret, credential]);
  });
}
