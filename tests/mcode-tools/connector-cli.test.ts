import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { StdioServerEntry } from "../../src/config/types.ts";
import { judgedCalls, openConnectors } from "../../src/mcode-tools/connector/connections.ts";
import { hostedEnvironment } from "../../src/mcode-tools/environment/activate.ts";
import { HOST_VARIABLES } from "../../src/mcode-tools/environment/names.ts";
import type { ConnectorCalls } from "../../src/mcode-tools/types.ts";
import { finished, type Ran } from "../support/finished.ts";
import { EVERYTHING, FILESYSTEM, oddServer, realServer } from "../support/mcp.ts";
import { SOURCE_COMMAND } from "../support/source.ts";
import { type Workspace, workspace } from "../support/workspace.ts";
import { type Hosting, hosting } from "./hosting.ts";
import { WireClient } from "./wire-client.ts";

let home: Workspace;
let connectors: ReturnType<typeof openConnectors>;
let h: Hosting;
const outcomes: { name: string; deniedBy?: string }[] = [];

beforeAll(async () => {
  home = workspace({ "work/note.txt": "note" });
  connectors = openConnectors({
    servers: [realServer("everything", EVERYTHING), realServer("files", FILESYSTEM, [home.path])],
    services: { artifacts: noArtifacts, supportsImages: true },
    workspace: home.path,
    environment: { PATH: process.env.PATH },
    platform: process.platform,
    report: () => undefined,
  });
  const judged = judgedCalls({
    tools: () => connectors.tools(),
    path: {
      before: [],
      permit: async ({ name }) =>
        name.includes("__files__write")
          ? { allowed: false, deniedBy: "rule:deny connector__files__write*", reason: "A rule denies it." }
          : { allowed: true, paths: undefined as never },
      after: [],
      gates: [],
      names: [],
    },
    ctx: { sessionId: "s", turnId: "t" },
    onOutcome: ({ name, deniedBy }) => {
      outcomes.push({ name, ...(deniedBy === undefined ? {} : { deniedBy }) });
    },
  });
  h = await hosting({
    home: home.path,
    connectors: judged,
    host: { selfCommand: SOURCE_COMMAND },
    settings: { assets: { folder: join(home.path, "work") } },
  });
}, 30_000);

afterAll(async () => {
  await h.hosted.close();
  await connectors.close();
  home[Symbol.dispose]();
});

const noArtifacts = {
  begin: () => ({
    write: () => undefined,
    publish: async () => undefined,
    discard: () => undefined,
    read: () => new Uint8Array(0),
  }),
  store: async () => undefined,
};

/** Runs a line of shell with the host's environment, as a turn's bash does. */
async function shell(line: string, env: Record<string, string> = {}): Promise<Ran> {
  const base = { PATH: process.env.PATH, HOME: "/nonexistent", ...env };
  const child = Bun.spawn(["bash", "-c", line], {
    cwd: join(home.path, "work"),
    env: hostedEnvironment(base, h.hosted.environment, h.hosted.pathPrefix) as Record<string, string>,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  return finished(child);
}

describe("hosted, from a shell", () => {
  test("tools are listed, found by keyword, described", async () => {
    const all = await shell("mcode-tools connector tools");
    const names = JSON.parse(all.stdout).map((tool: { tool_name: string }) => tool.tool_name);
    expect(names).toContain("connector__everything__echo");
    expect(names).toContain("connector__files__read_text_file");
    const some = JSON.parse((await shell("mcode-tools connector tools --keyword 'ECHO'")).stdout);
    expect(some.map((tool: object) => Object.keys(tool))).toEqual(
      some.map(() => ["tool_name", "description"]),
    );
    expect(some.map((tool: { tool_name: string }) => tool.tool_name)).toContain(
      "connector__everything__echo",
    );
    const one = JSON.parse((await shell("mcode-tools connector tool connector__everything__echo")).stdout);
    expect(one).toMatchObject({ tool_name: "connector__everything__echo", input_schema: { type: "object" } });
  });

  test("a call prints structuredContent where there is some, else the blocks", async () => {
    const structured = await shell(
      `mcode-tools connector call connector__everything__get-structured-content --args '{"location": "New York"}'`,
    );
    expect(structured).toMatchObject({ stderr: "", exitCode: 0 });
    expect(JSON.parse(structured.stdout)).toMatchObject({ temperature: expect.any(Number) });
    const echo = await shell(
      `mcode-tools connector call connector__everything__echo --args '{"message": "中 \\" $&"}'`,
    );
    expect(JSON.parse(echo.stdout)).toEqual({ content: [{ type: "text", text: 'Echo: 中 " $&' }] });
  });

  test("arguments come from a file and from stdin, long ones both ways", async () => {
    const message = "x".repeat(300_000);
    home.file("work/args.json", JSON.stringify({ message }));
    for (const how of ["--args-file args.json", "--args-file - < args.json"]) {
      const ran = await shell(`mcode-tools connector call connector__everything__echo ${how}`);
      expect(ran).toMatchObject({ stderr: "", exitCode: 0 });
      expect(JSON.parse(ran.stdout).content[0].text).toBe(`Echo: ${message}`);
    }
  });

  test("a single text block that is JSON prints as that value", async () => {
    home.file("work/value.json", '{"from": ["a", "file"]}');
    const ran = await shell(
      `mcode-tools connector call connector__files__read_file --args '{"path": "${home.path}/work/value.json"}'`,
    );
    expect(ran.exitCode).toBe(0);
    // This server gives structuredContent too; what it holds is the text.
    expect(JSON.stringify(JSON.parse(ran.stdout))).toContain("from");
  });

  test("binary blocks become files in the current folder, and never replace one", async () => {
    home.file("work/mcode-tools-1.png", "mine");
    const ran = await shell("mcode-tools connector call connector__everything__get-tiny-image");
    const { content } = JSON.parse(ran.stdout) as {
      content: { type: string; path?: string; data?: string }[];
    };
    const image = content.find(({ type }) => type === "image");
    expect(image?.data).toBeUndefined();
    expect(image?.path).toBe(join(home.path, "work/mcode-tools-2.png"));
    expect(
      readFileSync(image?.path ?? "")
        .subarray(1, 4)
        .toString(),
    ).toBe("PNG");
    expect(readFileSync(join(home.path, "work/mcode-tools-1.png"), "utf8")).toBe("mine");
  });

  test("an unknown tool is told with the nearest names and never guessed", async () => {
    const before = outcomes.length;
    const ran = await shell("mcode-tools connector call connector__everything__ecko");
    expect(ran).toMatchObject({ stdout: "", exitCode: 2 });
    expect(ran.stderr).toStartWith(
      'error: UNKNOWN_TOOL: There is no connector tool "connector__everything__ecko"\n',
    );
    expect(ran.stderr).toContain("connector__everything__echo");
    expect(outcomes.length).toBe(before);
  });

  test("arguments that do not fit the schema are exit 2 and name the place", async () => {
    const ran = await shell(`mcode-tools connector call connector__everything__echo --args '{"message": 5}'`);
    expect(ran).toMatchObject({ stdout: "", exitCode: 2 });
    expect(ran.stderr).toMatch(/^error: INVALID_ARGUMENTS: .*message/);
  });

  test("a tool that fails is exit 1 with its own words", async () => {
    const ran = await shell(
      `mcode-tools connector call connector__files__read_text_file --args '{"path": "/etc/shadow"}'`,
    );
    expect(ran).toMatchObject({ stdout: "", exitCode: 1 });
    expect(ran.stderr).toMatch(/^error: TOOL_FAILED: .*denied/);
  });

  test("a call is judged like a tool call: a rule denies it, and each call is one outcome", async () => {
    const ran = await shell(
      `mcode-tools connector call connector__files__write_file --args '{"path": "${home.path}/x", "content": "x"}'`,
    );
    expect(ran).toMatchObject({ stdout: "", exitCode: 1 });
    expect(ran.stderr).toContain("error: PERMISSION_DENIED: A rule denies it.");
    expect(existsSync(join(home.path, "x"))).toBe(false);
    expect(outcomes.at(-1)).toEqual({
      name: "connector__files__write_file",
      deniedBy: "rule:deny connector__files__write*",
    });
  });

  test("the status is the broker's", async () => {
    const ran = await shell("mcode-tools auth status");
    expect(JSON.parse(ran.stdout)).toEqual({
      auth_mode: "shared-broker",
      status: "anonymous",
      generation: 0,
    });
  });

  test("an asset of the folder gets a URL that can be fetched, a file gets one too", async () => {
    const { stdout } = await shell("mcode-tools get-asset-url note.txt");
    const asset = JSON.parse(stdout);
    expect(asset).toEqual({
      node_id: "note.txt",
      download_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/\S{32}$/),
    });
    expect(await (await fetch(asset.download_url)).text()).toBe("note");
    for (const id of ["../data", "none", ".", "/etc/passwd"]) {
      expect((await shell(`mcode-tools get-asset-url '${id}'`)).stderr).toStartWith("error: ASSET_UNKNOWN: ");
    }
    home.file("work/big.bin", Buffer.alloc(200_000, 7));
    const upload = JSON.parse(
      (await shell("mcode-tools upload-temp-url big.bin --mime-type image/x-own")).stdout,
    );
    const response = await fetch(upload.temp_url);
    expect(response.headers.get("content-type")).toBe("image/x-own");
    expect(Buffer.from(await response.arrayBuffer()).equals(Buffer.alloc(200_000, 7))).toBe(true);
    const wrong = upload.temp_url.replace(/\/[^/]+$/, "/guess");
    expect((await fetch(wrong)).status).toBe(404);
  });

  test("a served asset is read as what it is then: with its length, and not through a link or a pipe", async () => {
    const file = home.file("work/later.txt", "later");
    const url = JSON.parse((await shell("mcode-tools get-asset-url later.txt")).stdout).download_url;
    const head = await fetch(url, { method: "HEAD" });
    expect([head.status, head.headers.get("content-length")]).toEqual([200, "5"]);
    expect(await (await fetch(url)).text()).toBe("later");
    await shell("ln -sf /etc/passwd later.txt");
    expect((await fetch(url)).status).toBe(404);
    await shell("rm later.txt; mkfifo later.txt");
    expect((await fetch(url)).status).toBe(404);
    rmSync(file);
  });

  test("more clients than places wait for one, and are answered", async () => {
    const { environment } = h.hosted;
    const endpoint = environment[HOST_VARIABLES.connectorEndpoint] ?? "";
    const capability = readFileSync(environment[HOST_VARIABLES.capabilityFile] ?? "", "utf8").trim();
    const clients = await Promise.all(Array.from({ length: 60 }, () => WireClient.connect(endpoint)));
    const answers = clients.map(async (client) => {
      using one = client;
      return await one.ask({ jsonrpc: "2.0", id: "1", capability, method: "nope" });
    });
    for (const answer of await Promise.all(answers)) expect(answer).toMatchObject({ id: "1" });
  });

  test("wrong use is exit 2, and no word of it is run", async () => {
    for (const words of [
      "connector list",
      "list",
      "connector call",
      "connector call x --timeout 3",
      "nonsense",
    ]) {
      const ran = await shell(`mcode-tools ${words}`);
      expect(ran).toMatchObject({ stdout: "", exitCode: 2 });
      expect(ran.stderr).toMatch(/^error: USAGE: /);
    }
  });

  test("a wrong capability is refused", async () => {
    const file = home.file("wrong.cap", `${"x".repeat(43)}\n`);
    const unset = `export ${HOST_VARIABLES.capabilityFile}='${file}'`;
    const ran = await shell(`${unset}; mcode-tools connector tools`);
    expect(ran).toMatchObject({ stdout: "", exitCode: 1 });
    expect(ran.stderr).toStartWith("error: CAPABILITY_REJECTED: ");
    expect((await shell(`${unset}; mcode-tools auth status`)).stderr).toStartWith(
      "error: CAPABILITY_REJECTED: ",
    );
  });

  test("a request whose id leaves no room for an answer is refused, whatever it asks; the host goes on", async () => {
    const { environment } = h.hosted;
    const endpoint = environment[HOST_VARIABLES.connectorEndpoint] ?? "";
    const capability = readFileSync(environment[HOST_VARIABLES.capabilityFile] ?? "", "utf8").trim();
    const base = { jsonrpc: "2.0", method: "connector.tools", params: {} };
    for (const length of [9_000, 30_000, 60_000, 65_200]) {
      for (const given of [capability, "wrong"]) {
        using client = await WireClient.connect(endpoint);
        const answer = await client.ask({
          ...base,
          capability: given,
          id: "\u0001".repeat(length / 6) + "i".repeat(length % 6),
        });
        expect(answer).toMatchObject({ id: null, error: {} });
      }
    }
    using client = await WireClient.connect(endpoint);
    const piece = {
      capability,
      id: "i".repeat(5_000),
      seq: 0,
      last: true,
      data: JSON.stringify({ ...base, id: "i".repeat(60_000) }),
    };
    expect(await client.ask(piece)).toMatchObject({ id: null, error: {} });
    expect(await client.ask({ ...base, capability, id: "i".repeat(128) })).toMatchObject({
      id: "i".repeat(128),
    });
  });

  test("an environment that was cut is told, and a dead host as well", async () => {
    const cut = await shell(`unset ${HOST_VARIABLES.region}; mcode-tools connector tools`);
    expect(cut).toMatchObject({ stdout: "", exitCode: 1 });
    expect(cut.stderr).toContain(`error: HOST_INCOMPLETE: `);
    expect(cut.stderr).toContain(HOST_VARIABLES.region);
    const dead = await shell(
      `export ${HOST_VARIABLES.connectorEndpoint}=/tmp/none.sock; mcode-tools connector tools`,
    );
    expect(dead.stderr).toStartWith("error: HOST_UNAVAILABLE: ");
    expect(dead.exitCode).toBe(1);
  });

  test("a child that is ended in a call ends the call", async () => {
    const call = "mcode-tools connector call connector__everything__trigger-long-running-operation";
    const ran = await shell(`timeout 1 ${call} --args '{"duration": 20, "steps": 2}'; echo "code $?"`);
    expect(ran.stdout).toBe("code 124\n");
    while (outcomes.at(-1)?.name !== "connector__everything__trigger-long-running-operation")
      await Bun.sleep(50);
    expect((await shell("mcode-tools connector tools --keyword echo")).exitCode).toBe(0);
  }, 20_000);
});

test("a server that dies in a call gives an error, and the host goes on", async () => {
  using folder = workspace();
  const dying: StdioServerEntry = oddServer("dies");
  const opened = openConnectors({
    servers: [dying],
    services: { artifacts: noArtifacts, supportsImages: true },
    workspace: folder.path,
    environment: { PATH: process.env.PATH },
    platform: process.platform,
    report: () => undefined,
  });
  try {
    const [first] = await opened.tools();
    if (first === undefined) throw new Error("the server offers no tool");
    const calls: ConnectorCalls = judgedCalls({
      tools: () => opened.tools(),
      path: {
        before: [],
        permit: async () => ({ allowed: true, paths: undefined as never }),
        after: [],
        gates: [],
        names: [],
      },
      ctx: { sessionId: "s", turnId: "t" },
    });
    await using own = await hosting({
      home: folder.path,
      connectors: calls,
      host: { selfCommand: SOURCE_COMMAND },
    });
    const child = Bun.spawn(["mcode-tools", "connector", "call", first.tool.def.name], {
      env: hostedEnvironment(
        { PATH: process.env.PATH },
        own.hosted.environment,
        own.hosted.pathPrefix,
      ) as Record<string, string>,
      stdout: "pipe",
      stderr: "pipe",
    });
    const ran = await finished(child);
    expect(ran).toMatchObject({ stdout: "", exitCode: 1 });
    expect(ran.stderr).toStartWith("error: TOOL_FAILED: ");
  } finally {
    await opened.close();
  }
});
