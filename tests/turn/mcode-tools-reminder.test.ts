import { expect, test } from "bun:test";
import { anthropic, provider } from "../support/provider.ts";
import { turnHost } from "../support/turn-host.ts";

const env = { PATH: process.env.PATH, MY_KEY: "key-of-this-test" };
const TAG = "<mcode-tools-master-reminder>";

/** What the model of this id was told before the user's text. */
async function toldTo(id: string, more = ""): Promise<string> {
  using server = provider(() => anthropic(["Yes."]));
  using at = turnHost({
    "config.yaml": `${more}models:\n  mine: {provider: anthropic, id: ${id}, baseUrl: "${server.url}", apiKeyEnv: MY_KEY}\n`,
  });
  const ran = await at.run(
    ["run-turn", "Draw a cat", "--config", "config.yaml", "--model", "mine", "--json"],
    {
      env,
    },
  );
  expect(ran.exitCode).toBe(0);
  return JSON.stringify(server.received[0]?.body.messages);
}

test("a model MiniMax-M2.7 is reminded of the skill before the user's text, with mcode-tools on only", async () => {
  const told = await toldTo("MiniMax-M2.7");
  expect(told).toContain(TAG);
  expect(told.indexOf(TAG)).toBeLessThan(told.indexOf("Draw a cat"));
  expect(await toldTo("MiniMax-M2.7", "beta: {mcodeTools: false}\n")).not.toContain(TAG);
  expect(await toldTo("MiniMax-M2.5")).not.toContain(TAG);
});
