import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { anthropic, provider, type Received, type TestProvider, toolUse } from "../support/provider.ts";
import { type TurnHost, turnHost } from "../support/turn-host.ts";

const env = { PATH: process.env.PATH, MY_KEY: "key-of-this-test" };
const config = (url: string) =>
  `models:\n  mine: {provider: anthropic, id: m, baseUrl: "${url}", apiKeyEnv: MY_KEY}\n`;
const run = (at: TurnHost, ...argv: string[]) =>
  at.run(["run-turn", ...argv, "--config", "config.yaml", "--json", "--permission", "full"], { env });
const task = (id: string, more: Record<string, unknown>) =>
  toolUse(id, "task", JSON.stringify({ description: "Look for alpha", prompt: "Find alpha.", ...more }));
const toolsOf = (request: Received | undefined): string[] =>
  request?.body.tools.map((tool: { name: string }) => tool.name);
const said = (request: Received | undefined) => JSON.stringify(request?.body.messages);
const transcriptOf = (at: TurnHost, session: string) =>
  readFileSync(join(at.sessions, session, "transcript.jsonl"), "utf8");

test("a child works in a session of its own, by its role, and its answer is the result", async () => {
  using server = provider(
    () => anthropic([task("t1", { agent_name: "explore" })], "tool_use"),
    () => anthropic([toolUse("c1", "read", '{"path":"a.txt"}')], "tool_use"),
    () => anthropic(["Alpha is in a.txt."]),
    () => anthropic(["Done."]),
  );
  using at = turnHost({ "config.yaml": config(server.url), "a.txt": "alpha\n" });
  const ran = await run(at, "Where is alpha?", "--model", "mine");
  const document = JSON.parse(ran.stdout);
  expect(ran.exitCode).toBe(0);
  expect(document.text).toBe("Done.");
  const [call] = document.calls;
  expect(call).toMatchObject({ tool: "task", isError: false });
  expect(call.details).toMatchObject({ stop_reason: "stop", calls: 1 });

  const child = call.details.session_id;
  expect(readdirSync(at.sessions).sort()).toEqual([child, document.sessionId].sort());
  expect(transcriptOf(at, child)).toContain("Find alpha.");
  expect(transcriptOf(at, document.sessionId)).not.toContain('"name":"read"');

  const [parent, first] = server.received;
  expect(toolsOf(parent)).toContain("task");
  for (const gone of ["task", "task_append", "task_output", "write", "edit", "ask_user", "todowrite"]) {
    expect(toolsOf(first)).not.toContain(gone);
  }
  expect(toolsOf(first)).toContain("read");
  expect(said(first)).toContain("Find alpha.");
  expect(said(first)).not.toContain("Where is alpha?");
  expect(said(server.received[3])).toContain("Alpha is in a.txt.");
  // Four requests of 10 and 5 tokens, two of them the child's.
  expect(document.usage).toMatchObject({ inputTokens: 40, outputTokens: 20 });
});

test("a child's use counts for --max-tokens of the whole", async () => {
  using server = provider(
    () => anthropic([task("t1", { agent_name: "worker" })], "tool_use"),
    () => anthropic([toolUse("c1", "glob", '{"pattern":"*"}')], "tool_use"),
    () => anthropic(["Never asked."]),
  );
  using at = turnHost({ "config.yaml": config(server.url) });
  const ran = await run(at, "Go", "--model", "mine", "--max-tokens", "30");
  const document = JSON.parse(ran.stdout);
  expect(server.received).toHaveLength(2);
  expect(document.calls[0]).toMatchObject({ tool: "task", isError: true });
  expect(document.stopReason).toBe("limit");
});

test("custom agents are named, and bring their instructions, tools and model", async () => {
  using server = provider(
    () => anthropic([task("t1", { agent_name: "poet" })], "tool_use"),
    () => anthropic(["A rhyme."]),
    () => anthropic(["Done."]),
  );
  using at = turnHost({ "config.yaml": `${config(server.url)}` });
  const agent =
    "---\nname: poet\ndescription: writes verse\ntools: [read, glob]\nmodel: mine\n---\nAlways rhyme.\n";
  await Bun.write(join(at.home, ".minimax/agents/poet.md"), agent);
  const ran = await run(at, "A poem", "--model", "mine");
  expect(ran.exitCode).toBe(0);
  const [parent, child] = server.received;
  const described = parent?.body.tools.find((tool: { name: string }) => tool.name === "task").description;
  expect(described).toContain("- poet: writes verse");
  expect(described).toContain("- explore: ");
  expect(toolsOf(child)).toEqual(["read", "glob"]);
  expect(JSON.stringify(child?.body.system)).toContain("Always rhyme.");
});

test("an unknown agent, a missing model and a background without task_output start nothing", async () => {
  using at = turnHost({
    "turn.yaml": `
steps:
  - calls:
      - {tool: task, args: {description: Look, prompt: Look., agent_name: explor}}
      - {tool: task, args: {description: Look, prompt: Look., agent_name: explore}}
      - {tool: task_append, args: {task_id: task-000000, content: More.}}
      - {tool: task, args: {description: Look, prompt: Look., agent_name: ./secret.md, model: "script:turn.yaml"}}
    expect:
      - {call: 0, isError: true, contains: explore}
      - {call: 1, isError: true, contains: "script:FILE"}
      - {call: 2, isError: true, contains: no task}
      - {call: 3, isError: true, contains: ./secret.md}
  - say: Done.
`,
  });
  const ran = await at.run(["run-turn", "--script", "turn.yaml", "--permission", "full"]);
  expect({ code: ran.exitCode, told: ran.stderr }).toMatchObject({ code: 0 });
  expect(readdirSync(at.sessions)).toHaveLength(1);
});

type Reply = (request: Received, id: string) => Response | Promise<Response>;

/** A provider for a parent (whose prompt is "Go") and one child, each with replies of its own. */
function family(parent: Reply[], child: Reply[]) {
  const seen = { parent: [] as Received[], child: [] as Received[] };
  const server: TestProvider = provider((request) => {
    const who = JSON.stringify(request.body.messages[0]).includes("Find alpha.") ? "child" : "parent";
    const replies = who === "child" ? child : parent;
    const id = /task-[0-9a-f]{6}/u.exec(said(request))?.[0] ?? "";
    const reply = replies[Math.min(seen[who].length, replies.length - 1)];
    if (reply === untilItEnds && !said(request).includes("succeeded")) {
      return call(`q${server.received.length}`, "task_query", { task_id: id });
    }
    seen[who].push(request);
    return reply?.(request, id) ?? new Response("", { status: 500 });
  });
  return { seen, server };
}

/** Asked again and again until the child has ended; then it goes on at once. */
const untilItEnds: Reply = (_request, id) => call("ended", "task_query", { task_id: id });

const call = (id: string, name: string, args: Record<string, unknown>) =>
  anthropic([toolUse(id, name, JSON.stringify(args))], "tool_use");
const inBackground = task("t1", { agent_name: "worker", run_in_background: true });

test("in the background: read with task_output, told more, and told the same twice", async () => {
  const asked = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const { server, seen } = family(
    [
      () => anthropic([inBackground], "tool_use"),
      async (_request, id) => {
        await asked.promise;
        return call("p1", "task_append", { task_id: id, content: "And beta." });
      },
      (_request, id) => {
        gate.resolve();
        return call("p2", "task_append", { task_id: id, content: "And beta." });
      },
      (_request, id) => call("p3", "task_output", { task_id: id, offset: 0, wait_ms: 5000 }),
      untilItEnds,
      (_request, id) => call("p4", "task_append", { task_id: id, content: "And gamma." }),
      (_request, id) => call("p5", "task_output", { task_id: id, offset: 25, wait_ms: 5000 }),
      () => anthropic(["Done."]),
    ],
    [
      async () => {
        asked.resolve();
        await gate.promise;
        return anthropic(["Found alpha."]);
      },
      () => anthropic(["Found beta."]),
      () => anthropic(["Found gamma."]),
    ],
  );
  using _server = server;
  using at = turnHost({ "config.yaml": config(server.url) });
  const ran = await run(at, "Go", "--model", "mine");
  const document = JSON.parse(ran.stdout);
  expect(document.text).toBe("Done.");
  const results = document.calls
    .map(({ tool, text }: { tool: string; text: string }) => `${tool}: ${text}`)
    .filter((text: string) => !text.startsWith("task_query"));
  expect(results[0]).toContain("is running");
  expect(results[1]).toContain("steered");
  expect(results[2]).toContain("duplicate");
  expect(results[3]).toContain("Found alpha.");
  expect(results[4]).toContain("activated");
  expect(results[5]).toContain("Found gamma.");
  expect(said(seen.child[1])).toContain("And beta.");
  expect(said(seen.child[2])).toContain("And gamma.");
  // One session, in which the child went on.
  expect(said(seen.child[2])).toContain("Found beta.");
  expect(readdirSync(at.sessions)).toHaveLength(2);
});

test("task_stop ends a child; one that still runs when the turn ends is told as lost", async () => {
  const never = () => new Promise<Response>(() => {});
  for (const stops of [true, false]) {
    const { server } = family(
      [
        () => anthropic([inBackground], "tool_use"),
        (_request, id) => call("p1", stops ? "task_stop" : "task_query", { task_id: id }),
        () => anthropic(["Done."]),
      ],
      [never],
    );
    using _server = server;
    using at = turnHost({ "config.yaml": config(server.url) });
    const ran = await run(at, "Go", "--model", "mine");
    const document = JSON.parse(ran.stdout);
    expect(document.text).toBe("Done.");
    expect(document.calls[1].text).toContain(stops ? "canceled" : "running");
    expect(ran.stderr.includes("was ended with the turn")).toBe(!stops);
  }
});

test("the end of the turn ends a child that it waits for", async () => {
  const ending = new AbortController();
  const { server } = family(
    [() => anthropic([task("t1", { agent_name: "worker" })], "tool_use")],
    [
      () => {
        ending.abort("SIGINT");
        return new Promise<Response>(() => {});
      },
    ],
  );
  using _server = server;
  using at = turnHost({ "config.yaml": config(server.url) });
  const argv = ["run-turn", "Go", "--model", "mine", "--config", "config.yaml", "--permission", "full"];
  const ran = await at.run(argv, { env, signal: ending.signal });
  expect(ran.exitCode).toBe(130);
  for (const session of readdirSync(at.sessions)) expect(transcriptOf(at, session)).toContain('"aborted"');
});

test("a child of a turn in plan mode changes nothing either", async () => {
  const { server, seen } = family(
    [() => anthropic([task("t1", { agent_name: "worker" })], "tool_use"), () => anthropic(["Done."])],
    [() => call("c1", "write", { path: "a.txt", content: "no" }), () => anthropic(["Could not."])],
  );
  using _server = server;
  using at = turnHost({ "config.yaml": config(server.url), "a.txt": "alpha\n" });
  await run(at, "Go", "--model", "mine", "--plan", "--allow", "task");
  expect(readFileSync(join(at.path, "a.txt"), "utf8")).toBe("alpha\n");
  expect(said(seen.child[0])).toContain("change nothing: every write is denied");
  expect(said(seen.child[1])).toContain("plan mode");
});

test("a script's child is a script; a child has no children", async () => {
  using at = turnHost({
    "turn.yaml": `
steps:
  - calls:
      - {tool: task, args: {description: Look, prompt: Look., agent_name: worker, model: "script:child.yaml"}}
    expect:
      - {call: 0, isError: false, contains: "It is here.", details: {/calls: 2}}
  - say: Done.
`,
    "child.yaml": `
steps:
  - calls:
      - {tool: glob, args: {pattern: "*.yaml"}}
      - {tool: task, args: {description: Look, prompt: Look., agent_name: worker, model: "script:child.yaml"}}
    expect:
      - {call: 0, contains: child.yaml}
      - {call: 1, isError: true, contains: 'no tool named "task"'}
  - say: It is here.
`,
  });
  const ran = await at.run(["run-turn", "--script", "turn.yaml", "--permission", "full"]);
  expect({ code: ran.exitCode, told: ran.stderr }).toMatchObject({ code: 0 });
  // What a child does is shown while it does it.
  expect(ran.stderr).toContain("> task  Look\n  | > glob  *.yaml\n");
  expect(ran.stderr).toContain("\n  |   ok glob: child.yaml");
  expect(ran.stderr).toContain("  | It is here.\n  ok task: It is here.");
});
