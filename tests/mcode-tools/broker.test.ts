import { expect, test } from "bun:test";
import { statSync } from "node:fs";
import { join } from "node:path";
import { type Broker, startBroker } from "../../src/mcode-tools/broker/broker.ts";
import { CapabilityCheck } from "../../src/mcode-tools/broker/protocol.ts";
import { type Token, TokenKeeper, type TokenSource } from "../../src/mcode-tools/broker/token-keeper.ts";
import { workspace } from "../support/workspace.ts";
import { leaseRequest, WireClient } from "./wire-client.ts";

const CAPABILITY = "c".repeat(43);
const HOUR = 3_600_000;

interface TestBroker extends AsyncDisposable {
  readonly broker: Broker;
  readonly keeper: TokenKeeper;
  readonly path: string;
  client(): Promise<WireClient>;
}

async function brokerWith(
  read: TokenSource["read"],
  { allowed = () => true, idleMs }: { allowed?: () => boolean; idleMs?: number } = {},
): Promise<TestBroker> {
  const folder = workspace();
  const keeper = new TokenKeeper({ source: { kind: "file", read }, now: () => Date.now(), waitMs: 2000 });
  const path = join(folder.path, "b.sock");
  const broker = await startBroker({
    endpoint: path,
    capability: new CapabilityCheck(CAPABILITY),
    tokens: keeper,
    leasesAllowed: async () => allowed(),
    idleMs,
  });
  return {
    broker,
    keeper,
    path,
    client: () => WireClient.connect(path),
    async [Symbol.asyncDispose]() {
      await broker.close();
      folder[Symbol.dispose]();
    },
  };
}

const token = (accessToken: string, lifeMs = HOUR): Token => ({
  accessToken,
  expiresAtMs: Date.now() + lifeMs,
});
const ask = (method: string, more?: Record<string, unknown>) => leaseRequest(CAPABILITY, method, more);
const failure = (code: string) => ({ version: 1, requestId: "r-1", ok: false, error: { code } });

test("status, lease and unauthorized answer as the protocol says", async () => {
  const tokens = [token("first-token"), token("second-token")];
  await using b = await brokerWith(async ({ refused }) => tokens.find((one) => one.accessToken !== refused));
  using client = await b.client();
  expect(await client.ask(ask("status"))).toMatchObject({
    version: 1,
    requestId: "r-1",
    ok: true,
    result: { method: "status", status: "authenticated", generation: 1, expiresAtMs: tokens[0]?.expiresAtMs },
  });
  expect(await client.ask(ask("lease", { minValidityMs: 0 }))).toEqual({
    version: 1,
    requestId: "r-1",
    ok: true,
    result: {
      method: "lease",
      accessToken: "first-token",
      expiresAtMs: tokens[0]?.expiresAtMs as number,
      generation: 1,
      audience: "agent-backend",
      scopes: ["agent.default"],
    },
  });
  expect(await client.ask(ask("unauthorized", { generation: 1 }))).toMatchObject({
    result: { method: "unauthorized", action: "retry" },
  });
  expect(await client.ask(ask("lease", { minValidityMs: 300_000 }))).toMatchObject({
    result: { accessToken: "second-token", generation: 3 },
  });
  expect(await client.ask(ask("unauthorized", { generation: 1 }))).toMatchObject(failure("AUTH_REQUIRED"));
});

test("a backend that refuses the only token logs the client out", async () => {
  await using b = await brokerWith(async () => token("only-token"));
  using client = await b.client();
  await client.ask(ask("lease", { minValidityMs: 0 }));
  expect(await client.ask(ask("unauthorized", { generation: 1 }))).toMatchObject({
    result: { action: "logout" },
  });
  expect(await client.ask(ask("lease", { minValidityMs: 0 }))).toMatchObject(failure("AUTH_REQUIRED"));
  expect(await client.ask(ask("status"))).toMatchObject({ result: { status: "expired" } });
});

test("each error code is answered with its fixed message", async () => {
  await using b = await brokerWith(async () => token("some-token"));
  using client = await b.client();
  const cases: [request: Record<string, unknown>, code: string][] = [
    [{ ...ask("status"), capability: "wrong" }, "CAPABILITY_REJECTED"],
    [{ ...ask("status"), capability: 5 }, "CAPABILITY_REJECTED"],
    [{ version: 1, requestId: "r-1", method: "status" }, "CAPABILITY_REJECTED"],
    [{ ...ask("nonsense"), version: 9, capability: "wrong", extra: 1 }, "CAPABILITY_REJECTED"],
    [{ ...ask("status"), version: 2 }, "PROTOCOL_MISMATCH"],
    [{ ...ask("status"), version: "1" }, "PROTOCOL_MISMATCH"],
    [ask("nonsense"), "INVALID_REQUEST"],
    [ask("status", { extra: 1 }), "INVALID_REQUEST"],
    [ask("lease"), "INVALID_REQUEST"],
    [ask("lease", { minValidityMs: -1 }), "INVALID_REQUEST"],
    [ask("lease", { minValidityMs: 300_001 }), "INVALID_REQUEST"],
    [ask("lease", { minValidityMs: 1.5 }), "INVALID_REQUEST"],
    [ask("lease", { minValidityMs: "1" }), "INVALID_REQUEST"],
    [ask("unauthorized", { generation: "1" }), "INVALID_REQUEST"],
    [ask("unauthorized", { generation: 1, minValidityMs: 1 }), "INVALID_REQUEST"],
    [ask("unauthorized", { generation: 7 }), "AUTH_REQUIRED"],
  ];
  for (const [request, code] of cases) {
    expect(await client.ask(request)).toMatchObject(failure(code));
  }
  const messages = new Map<string, Set<string>>();
  for (const [request, code] of cases) {
    const answer = (await client.ask(request)) as { error: { message: string } };
    messages.set(code, (messages.get(code) ?? new Set()).add(answer.error.message));
  }
  for (const said of messages.values()) expect(said.size).toBe(1);
});

test("no token, a failing source and leases that are not allowed are AUTH_REQUIRED; status still answers", async () => {
  await using none = await brokerWith(async () => undefined);
  await using broken = await brokerWith(async () => {
    throw new Error("secret detail");
  });
  await using closed = await brokerWith(async () => token("some-token"), { allowed: () => false });
  for (const [b, status] of [
    [none, "anonymous"],
    [broken, "error"],
    [closed, "authenticated"],
  ] as const) {
    using client = await b.client();
    const answer = await client.ask(ask("lease", { minValidityMs: 0 }));
    expect(answer).toMatchObject(failure("AUTH_REQUIRED"));
    expect(JSON.stringify(answer)).not.toContain("detail");
    expect(await client.ask(ask("status"))).toMatchObject({ result: { status } });
  }
});

test("what nobody foresaw is INTERNAL_ERROR, without a word of it", async () => {
  await using b = await brokerWith(async () => token("some-token"), {
    allowed: () => {
      throw new Error("secret detail");
    },
  });
  using client = await b.client();
  const answer = await client.ask(ask("lease", { minValidityMs: 0 }));
  expect(answer).toMatchObject(failure("INTERNAL_ERROR"));
  expect(JSON.stringify(answer)).not.toContain("detail");
});

test("a host that shuts down answers BROKER_UNAVAILABLE, also to what was waiting", async () => {
  const gate = Promise.withResolvers<Token>();
  await using b = await brokerWith(() => gate.promise);
  using client = await b.client();
  client.send(ask("lease", { minValidityMs: 0 }));
  await Bun.sleep(20);
  b.broker.shutDown();
  gate.resolve(token("late-token"));
  expect(await client.next()).toMatchObject(failure("BROKER_UNAVAILABLE"));
  expect(await client.ask(ask("status"))).toMatchObject(failure("BROKER_UNAVAILABLE"));
});

test("what is no frame of the protocol closes the connection", async () => {
  await using b = await brokerWith(async () => token("some-token"));
  const tooLong = Buffer.alloc(4);
  tooLong.writeUInt32BE(64 * 1024 + 1);
  const bodies: (string | Uint8Array)[] = [
    tooLong,
    Buffer.from([0xff, 0xff, 0xff, 0xff]),
    "not json",
    "[]",
    "null",
    '"text"',
    "{}",
    JSON.stringify({ ...ask("status"), requestId: "" }),
    JSON.stringify({ ...ask("status"), requestId: "a b" }),
    JSON.stringify({ ...ask("status"), requestId: "x".repeat(129) }),
    JSON.stringify({ ...ask("status"), requestId: 1 }),
  ];
  for (const body of bodies) {
    using client = await b.client();
    if (typeof body === "string") client.send(body);
    else client.raw(body);
    expect(await client.next()).toBe("closed");
  }
  using invalidUtf8 = await b.client();
  invalidUtf8.raw(Buffer.from([0, 0, 0, 2, 0xc3, 0x28]));
  expect(await invalidUtf8.next()).toBe("closed");
});

test.each([
  ["a length over the limit", Buffer.from([0, 1, 0, 1])],
  ["a length over the limit and a flood behind it", Buffer.alloc(1 << 20, 0xff)],
  ["a frame that is no JSON", Buffer.from([0, 0, 0, 1, 0x7b])],
])("what was asked properly is answered before %s closes the connection", async (_, garbage) => {
  await using b = await brokerWith(async () => token("some-token"));
  using client = await b.client();
  const text = JSON.stringify(ask("lease", { minValidityMs: 0 }));
  const good = Buffer.concat([Buffer.from([0, 0, 0, text.length]), Buffer.from(text)]);
  client.raw(Buffer.concat([good, good, garbage, good]));
  for (let n = 0; n < 2; n++) expect(await client.next()).toMatchObject({ ok: true });
  expect(await client.next()).toBe("closed");
});

test("256 requests in one write with one too many behind them: all are answered, then it is closed", async () => {
  await using b = await brokerWith(async () => token("some-token"));
  using client = await b.client();
  for (let n = 0; n < 257; n++) client.send(ask("status"));
  for (let n = 0; n < 256; n++) expect(await client.next()).toMatchObject({ ok: true });
  expect(await client.next()).toBe("closed");
});

test("a frame of exactly 64 KiB is read, byte by byte as well", async () => {
  await using b = await brokerWith(async () => token("some-token"));
  const text = JSON.stringify(ask("status"));
  using big = await b.client();
  expect(await big.ask(text.padEnd(64 * 1024, " "))).toMatchObject({ ok: true });
  using slow = await b.client();
  const frame = Buffer.concat([Buffer.from([0, 0, 0, text.length]), Buffer.from(text)]);
  for (const byte of frame) {
    slow.raw(Buffer.from([byte]));
    await Bun.sleep(0);
  }
  expect(await slow.next()).toMatchObject({ ok: true });
});

test("many requests in one write are answered in order", async () => {
  await using b = await brokerWith(async () => token("some-token"));
  using client = await b.client();
  for (let n = 0; n < 200; n++) client.send({ ...ask("status"), requestId: `n-${n}` });
  for (let n = 0; n < 200; n++) expect(await client.next()).toMatchObject({ requestId: `n-${n}`, ok: true });
});

test("the 33rd connection and the 257th request are closed; a place is free again afterwards", async () => {
  await using b = await brokerWith(async () => token("some-token"));
  const clients = await Promise.all(Array.from({ length: 32 }, () => b.client()));
  for (const client of clients) expect(await client.ask(ask("status"))).toMatchObject({ ok: true });
  using extra = await b.client();
  expect(await extra.next()).toBe("closed");
  clients[0]?.[Symbol.dispose]();
  await Bun.sleep(50);
  using again = await b.client();
  for (let n = 0; n < 256; n++) expect(await again.ask(ask("status"))).toMatchObject({ ok: true });
  expect(await again.ask(ask("status"))).toBe("closed");
  for (const client of clients) client[Symbol.dispose]();
});

test("an idle connection and a half frame are closed after the idle limit", async () => {
  await using b = await brokerWith(async () => token("some-token"), { idleMs: 120 });
  using idle = await b.client();
  using half = await b.client();
  half.raw(Buffer.from([0, 0, 1]));
  using dripping = await b.client();
  const drip = setInterval(() => dripping.raw(Buffer.from([0])), 30);
  expect(await Promise.all([idle.next(), half.next()])).toEqual(["closed", "closed"]);
  clearInterval(drip);
  expect(await dripping.next()).toBe("closed");
});

test("ten thousand connections and a client that never reads leave the broker answering", async () => {
  await using b = await brokerWith(async () => token("t".repeat(20_000)));
  using deaf = await b.client();
  deaf.socket.pause();
  for (let n = 0; n < 256; n++) deaf.send(ask("lease", { minValidityMs: 0 }));
  for (let round = 0; round < 100; round++) {
    const flood = await Promise.allSettled(Array.from({ length: 100 }, () => b.client()));
    for (const one of flood) if (one.status === "fulfilled") one.value[Symbol.dispose]();
  }
  await Bun.sleep(50);
  using client = await b.client();
  expect(await client.ask(ask("status"))).toMatchObject({ ok: true });
}, 30_000);

test("one refresh serves all who wait", async () => {
  let reads = 0;
  await using b = await brokerWith(async () => {
    reads += 1;
    await Bun.sleep(30);
    return token("shared-token");
  });
  const clients = await Promise.all(Array.from({ length: 20 }, () => b.client()));
  const answers = await Promise.all(clients.map((client) => client.ask(ask("lease", { minValidityMs: 0 }))));
  for (const answer of answers)
    expect(answer).toMatchObject({ result: { accessToken: "shared-token", generation: 1 } });
  expect(reads).toBe(1);
  for (const client of clients) client[Symbol.dispose]();
});

test("a lease is reused while it has the wanted validity left, then fetched anew", async () => {
  let reads = 0;
  await using b = await brokerWith(async () => token(`token-${++reads}`, 60_000));
  using client = await b.client();
  const lease = (minValidityMs: number) => client.ask(ask("lease", { minValidityMs }));
  expect(await lease(0)).toMatchObject({ result: { accessToken: "token-1" } });
  expect(await lease(30_000)).toMatchObject({ result: { accessToken: "token-1" } });
  expect(await lease(120_000)).toMatchObject(failure("AUTH_REQUIRED"));
  expect(reads).toBe(2);
});

test("a logout voids a lease that is in flight", async () => {
  const gates = [Promise.withResolvers<Token>(), Promise.withResolvers<Token>()];
  let reads = 0;
  await using b = await brokerWith(() => gates[reads++]?.promise ?? Promise.resolve(undefined));
  using early = await b.client();
  early.send(ask("lease", { minValidityMs: 0 }));
  await Bun.sleep(20);
  b.keeper.logout();
  gates[0]?.resolve(token("old-token"));
  expect(await early.next()).toMatchObject(failure("AUTH_REQUIRED"));
  using later = await b.client();
  later.send(ask("lease", { minValidityMs: 0 }));
  gates[1]?.resolve(token("new-token"));
  expect(await later.next()).toMatchObject({ result: { accessToken: "new-token" } });
});

test("a client that closes its half after asking still gets its answers", async () => {
  await using b = await brokerWith(async () => {
    await Bun.sleep(30);
    return token("slow-token");
  });
  using client = await b.client();
  client.send(ask("lease", { minValidityMs: 0 })).send(ask("status"));
  client.socket.end();
  expect(await client.next()).toMatchObject({ result: { accessToken: "slow-token" } });
  expect(await client.next()).toMatchObject({ result: { status: "authenticated" } });
  expect(await client.next()).toBe("closed");
});

test("the socket is private and gone after the end", async () => {
  const b = await brokerWith(async () => undefined);
  expect(statSync(b.path).mode & 0o777).toBe(0o600);
  using client = await b.client();
  await b.broker.close();
  expect(await client.next()).toBe("closed");
  expect(() => statSync(b.path)).toThrow("ENOENT");
  await b[Symbol.asyncDispose]();
});
