/**
 * An MCP server over stdio that misbehaves in one way, named by its first argument. Written on the bare
 * protocol, because no library would send such things.
 */
import { closeSync, writeSync } from "node:fs";

type Json = Record<string, unknown>;
interface Request {
  readonly id?: number;
  readonly method: string;
  readonly params?: { name?: string; cursor?: string; arguments?: Json; _meta?: { progressToken?: number } };
}

interface Behaviour {
  readonly list?: (request: Request) => Json | undefined;
  readonly call?: (request: Request) => Json | undefined | Promise<Json | undefined>;
  readonly other?: (request: Request) => void;
  readonly start?: () => void;
  /** What initialize is answered with instead. */
  readonly initialize?: Json;
}

const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
/** 8×8 red pixels. */
const JPEG =
  "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAAIAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAABQb/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCKALXj/9k=";

const [mode = "plain", id = "one"] = process.argv.slice(2);
const tool = (name: string, more: Json = {}): Json => ({ name, inputSchema: { type: "object" }, ...more });
const text = (words: string): Json => ({ content: [{ type: "text", text: words }] });
const write = (data: string | Uint8Array): void => {
  for (let bytes = Buffer.from(data); bytes.length > 0; ) bytes = bytes.subarray(writeSync(1, bytes));
};
const send = (message: Json): void => write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
const notify = (method: string, params: Json = {}): void => send({ method, params });
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const grown: Json[] = [];
const cancelled: unknown[] = [];
let lists = 0;

const BEHAVIOURS: Readonly<Record<string, Behaviour>> = {
  plain: { list: () => ({ tools: [tool("search", { description: `search of ${id}` })] }) },
  declares: {
    initialize: {
      result: {
        protocolVersion: "2025-06-18",
        capabilities: { tools: {} },
        serverInfo: { name: "declares", version: "1" },
        instructions: `Use the ${id} tools first.`,
      },
    },
    list: () => ({
      tools: [
        tool("look", {
          title: `Look ${id}`,
          annotations: { readOnlyHint: id === "old", openWorldHint: true },
          outputSchema: {
            type: "object",
            properties: { found: { type: id === "old" ? "string" : "number" } },
          },
        }),
      ],
    }),
  },
  /** Answers a call with the result that its second argument is. */
  results: { call: () => JSON.parse(id) as Json },
  /** Answers a listing with the line that its second argument is, `ID` in it standing for the request's. */
  says: {
    list: ({ id: request }) => {
      write(`${id.replaceAll("ID", String(request))}\n`);
      return undefined;
    },
  },
  /** Asks for the roots as often as its second argument says, before it answers, and reads nothing meanwhile. */
  asks: {
    list: () => {
      for (let at = 0; at < Number(id); at++) send({ id: `asked-${at}`, method: "roots/list" });
      return { tools: [tool("asked")] };
    },
  },
  pages: {
    list: ({ params }) => {
      const page = Number(params?.cursor ?? "1");
      return { tools: [tool(`tool_${page}`)], ...(page < 3 ? { nextCursor: String(page + 1) } : {}) };
    },
  },
  "same-cursor": {
    list: () => ({ tools: Array.from({ length: 8 }, (_, at) => tool(`tool_${at}`)), nextCursor: "again" }),
  },
  "empty-cursor": {
    list: ({ params }) => ({
      tools: [tool(params?.cursor === undefined ? "first" : "second")],
      nextCursor: "",
    }),
  },
  "odd-schemas": {
    list: () => ({
      tools: [
        tool("good"),
        { name: "odd", inputSchema: { enum: ["A"], type: null } },
        { name: "no_type", inputSchema: { properties: { a: { type: "string" } } } },
        { name: "no_schema" },
        { name: "recursive", inputSchema: { type: "object", properties: { next: { $ref: "#" } } } },
        { name: "nullable_root", inputSchema: { type: ["object", "null"], required: ["missing"] } },
        { name: "bad_pattern", inputSchema: { type: "object", properties: { a: { pattern: "(((" } } } },
        { name: "lost_ref", inputSchema: { type: "object", properties: { a: { $ref: "#/$defs/none" } } } },
        { inputSchema: { type: "object" } },
        "not even an object",
      ],
    }),
  },
  grows: {
    list: () => ({ tools: [tool("grow"), ...grown] }),
    call: ({ params }) => {
      if (params?.name === "grow") {
        grown.push(tool("grown"));
        notify("notifications/tools/list_changed");
      }
      return text(`called ${params?.name}`);
    },
  },
  "notifies-while-listing": {
    list: () => {
      if (lists++ === 0) notify("notifications/tools/list_changed");
      return { tools: [tool("only")] };
    },
  },
  "floods-stderr": { start: () => process.stderr.write("x".repeat(256 * 1024)) },
  "stray-lines": {
    start: () => write("server is starting\n\n\uFEFF\n"),
    call: () => {
      write('[info] between replies\n"a json string"\n{"level":"info"}\n');
      return text("answered");
    },
  },
  "odd-chunks": {
    call: async ({ id: request, params }) => {
      const words = params?.arguments?.big === true ? "é".repeat(2_500_000) : "naïve 测试 😀";
      const bytes = Buffer.from(`${JSON.stringify({ jsonrpc: "2.0", id: request, result: text(words) })}\n`);
      const cut = bytes.indexOf("😀") + 2;
      write(bytes.subarray(0, cut));
      await pause(30);
      // The rest of this reply and a whole notice arrive as one chunk.
      write(Buffer.concat([bytes.subarray(cut), Buffer.from('{"jsonrpc":"2.0","method":"x/y"}\n')]));
      return undefined;
    },
  },
  dies: {
    call: () => {
      process.stderr.write("out of cheese\n");
      process.exit(7);
    },
  },
  "dies-once": {
    list: () => ({ tools: [tool("die"), tool("pid")] }),
    call: ({ params }) => (params?.name === "die" ? process.exit(1) : text(String(process.pid))),
  },
  "closes-stdout": {
    call: () => {
      closeSync(1);
      return undefined;
    },
  },
  "reports-progress": {
    call: async ({ params }) => {
      for (let step = 0; step < 8; step++) {
        await pause(100);
        notify("notifications/progress", {
          progressToken: params?._meta?.progressToken,
          progress: step,
          message: `step ${step}`,
        });
      }
      return text("done at last");
    },
  },
  hangs: {
    list: () => ({ tools: [tool("hang"), tool("cancelled")] }),
    call: ({ params }) => (params?.name === "hang" ? undefined : text(JSON.stringify(cancelled))),
    other: ({ method, params }) => {
      if (method === "notifications/cancelled") cancelled.push((params as Json).requestId);
    },
  },
  "output-schema": {
    list: () => ({
      tools: ["fits", "misfits", "fails", "fails_structured"].map((name) =>
        tool(name, {
          outputSchema: {
            type: "object",
            properties: { n: { type: "number" } },
            required: ["n"],
            additionalProperties: false,
          },
        }),
      ),
    }),
    call: ({ params }) => {
      switch (params?.name) {
        case "fits":
          return { ...text("fine"), structuredContent: { n: 1 } };
        case "misfits":
          return { ...text("odd"), structuredContent: { n: "one" } };
        case "fails":
          return { ...text("disk on fire"), isError: true };
        default:
          return { ...text("disk on fire"), structuredContent: { error: "fire" }, isError: true };
      }
    },
  },
  content: {
    call: ({ params }) => ({ content: CONTENT[String(params?.arguments?.kind)] }),
  },
  "huge-schema": {
    list: () => {
      const property = { type: "string", description: "x".repeat(90) };
      const properties = Object.fromEntries(Array.from({ length: 36_000 }, (_, at) => [`p${at}`, property]));
      return { tools: [tool("huge", { inputSchema: { type: "object", properties } }), tool("small")] };
    },
  },
  "many-tools": {
    list: () => ({
      tools: Array.from({ length: 2_000 }, (_, at) =>
        tool(`tool_${at}`, {
          description: `Does the ${at}th thing`,
          inputSchema: { $ref: "#", type: "object" },
        }),
      ),
    }),
  },
  "type-of-id": {
    list: () => ({
      tools: [tool("typed", { inputSchema: { type: "object", properties: { a: { type: id } } } })],
    }),
  },
  "rewritten-description": {
    list: () => {
      const words = Array.from({ length: 20_000 }, (_, at) => `${id}${at}`);
      const properties = Object.fromEntries(words.map((word) => [word, { type: "string" }]));
      return {
        tools: [tool("long", { description: words.join(" "), inputSchema: { type: "object", properties } })],
      };
    },
  },
  "list-is-no-list": { list: () => ({ tools: "none today" }) },
  "lists-without-end": {
    list: ({ params }) => {
      const page = Number(params?.cursor ?? "0");
      const tools = Array.from({ length: 2_500 }, (_, at) => tool(`tool_${page}_${at}`));
      return { tools, nextCursor: String(page + 1) };
    },
  },
  "refuses-to-start": { initialize: { error: { code: -32000, message: "no licence here" } } },
  "starts-with-junk": { initialize: { result: { hello: "there" } } },
  "floods-stdout": { start: () => setInterval(() => process.stdout.write("{\n".repeat(1 << 18)), 1) },
  silent: { other: () => {} },
  "fails-to-list": { list: () => undefined },
  "ignores-the-end": {
    start: () => {
      process.on("SIGTERM", () => {});
      setInterval(() => {}, 1_000);
    },
  },
  "asks-back": {
    list: () => ({ tools: [tool("roots"), tool("sample"), tool("elicit"), tool("elicit-twice")] }),
    call: ({ id: request, params }) => {
      waiting = request;
      const requests: Readonly<Record<string, [string, Json]>> = {
        roots: ["roots/list", {}],
        sample: ["sampling/createMessage", { messages: [], maxTokens: 1 }],
        elicit: [
          "elicitation/create",
          { message: "Sure?", requestedSchema: { type: "object", properties: {} } },
        ],
      };
      const name = String(params?.name);
      const times = name === "elicit-twice" ? 2 : 1;
      const [method, body] = requests[name] ?? requests.elicit ?? ["ping", {}];
      awaited = times;
      for (let n = 0; n < times; n++) send({ id: 9_000 + n, method, params: body });
      return undefined;
    },
  },
};
let waiting: number | undefined;
/** Answers to its own questions that it still waits for before it answers a call. */
let awaited = 0;

const CONTENT: Readonly<Record<string, Json[]>> = {
  resource: [
    { type: "text", text: "downloaded" },
    { type: "resource", resource: { uri: "file:///a.txt", text: "the words inside" } },
  ],
  blob: [
    {
      type: "resource",
      resource: {
        uri: "file:///big.bin",
        blob: Buffer.alloc(2 << 20).toString("base64"),
        mimeType: "application/octet-stream",
      },
    },
  ],
  textBlob: [
    { type: "resource", resource: { uri: "file:///b.txt", blob: Buffer.from("as text").toString("base64") } },
  ],
  image: [{ type: "image", data: PIXEL, mimeType: "image/png" }],
  brokenImage: [{ type: "image", data: JPEG.slice(0, 200), mimeType: "image/jpeg" }],
  jpegAsPng: [{ type: "image", data: JPEG, mimeType: "image/png" }],
  audio: [{ type: "audio", data: Buffer.from([1, 0, 2]).toString("base64"), mimeType: "audio/wav" }],
  link: [{ type: "resource_link", uri: "file:///c.txt", name: "c", description: "the third" }],
  unknown: [{ type: "hologram", depth: 3 }],
};

async function handle(request: Request): Promise<void> {
  const behaviour = BEHAVIOURS[mode] ?? {};
  if (mode === "silent") return;
  const { id: to, method } = request;
  if (method === undefined) {
    const { result, error } = request as unknown as { result?: Json; error?: Json };
    awaited -= 1;
    if (awaited > 0) return;
    if (mode === "asks-first") return send({ id: waiting, result: { tools: [tool("call")] } });
    send({ id: waiting, result: text(JSON.stringify(result ?? { error })) });
  } else if (method === "initialize") {
    if (behaviour.initialize !== undefined) return send({ id: to, ...behaviour.initialize });
    const protocolVersion = "2025-06-18";
    const capabilities = { tools: { listChanged: true } };
    send({ id: to, result: { protocolVersion, capabilities, serverInfo: { name: mode, version: "1.2.3" } } });
  } else if (method === "tools/list") {
    if (mode === "fails-to-list") send({ id: to, error: { code: -32603, message: "no list today" } });
    else if (mode === "floods-stdout") return;
    else if (mode === "says") behaviour.list?.(request);
    else if (mode === "asks-first") {
      waiting = to;
      const requestedSchema = { type: "object", properties: {} };
      send({ id: 9_000, method: "elicitation/create", params: { message: "May I?", requestedSchema } });
    } else send({ id: to, result: behaviour.list?.(request) ?? { tools: [tool("call")] } });
  } else if (method === "tools/call") {
    const result = behaviour.call ? await behaviour.call(request) : text(`${id} got ${request.params?.name}`);
    if (result !== undefined) send({ id: to, result });
  } else {
    behaviour.other?.(request);
  }
}

BEHAVIOURS[mode]?.start?.();
let rest = "";
for await (const chunk of process.stdin) {
  rest += String(chunk);
  const lines = rest.split("\n");
  rest = lines.pop() ?? "";
  for (const line of lines) void handle(JSON.parse(line) as Request);
}
