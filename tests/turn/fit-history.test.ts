import { expect, test } from "bun:test";
import type { AssistantMessage, Message } from "@earendil-works/pi-ai";
import { createHistoryFit } from "../../src/turn/fit-history.ts";
import { emptyMessage } from "../../src/turn/streams.ts";

const MODEL = { api: "script", provider: "script", id: "script" } as never;

function round(n: number, characters: number, usage = 0): Message[] {
  const empty = emptyMessage(MODEL, 0);
  const asking: AssistantMessage = {
    ...empty,
    content: [{ type: "toolCall", id: `c${n}`, name: "read", arguments: { path: `f${n}` } }],
    usage: { ...empty.usage, input: usage },
    stopReason: "toolUse",
  };
  const result: Message = {
    role: "toolResult",
    toolCallId: `c${n}`,
    toolName: "read",
    content: [{ type: "text", text: "x".repeat(characters) }],
    isError: false,
    timestamp: 0,
  };
  return [asking, result];
}

const user: Message = { role: "user", content: "go", timestamp: 0 };
const rounds = (count: number, characters: number) =>
  Array.from({ length: count }, (_, n) => round(n, characters)).flat();

function texts(messages: readonly Message[] | undefined): string[] {
  return (messages ?? []).flatMap((message) => {
    if (message.role !== "toolResult") return [];
    const [block] = message.content;
    return block?.type === "text" ? [block.text.startsWith("x") ? "whole" : block.text] : [];
  });
}

const options = (contextWindow: number) => ({
  contextWindow,
  overhead: 0,
  receipt: async ({ message, input }: { message: { toolCallId: string }; input: unknown }) =>
    `receipt ${message.toolCallId} ${JSON.stringify(input)}`,
});

test("a history that fits is sent as it is", async () => {
  const messages = [user, ...rounds(8, 400)];
  expect(await createHistoryFit(options(10_000))(messages)).toEqual(messages);
});

test("h26: one user line and 40 big results shrink from the oldest on, the last five rounds never", async () => {
  const fit = createHistoryFit(options(10_000));
  const fitted = texts(await fit([user, ...rounds(40, 4_000)]));
  expect(fitted).toHaveLength(40);
  expect(fitted[0]).toBe('receipt c0 {"path":"f0"}');
  expect(fitted.slice(-5)).toEqual(Array(5).fill("whole"));
  const whole = fitted.filter((text) => text === "whole").length;
  expect(fitted.slice(-whole)).toEqual(Array(whole).fill("whole"));
  expect(whole).toBeGreaterThan(5);
});

test("h26: what cannot be shortened enough is not sent", async () => {
  expect(await createHistoryFit(options(10_000))([user, ...rounds(5, 8_000)])).toBeUndefined();
});

test("h25: a big new result counts before the next request, whatever the last usage said", async () => {
  const fit = createHistoryFit(options(200_000));
  const messages = [user, ...rounds(6, 60_000)];
  expect(texts(await fit(messages))).toEqual(Array(6).fill("whole"));
  const grown = [...messages, ...round(9, 400_000)];
  expect(texts(await fit(grown)).slice(0, 3)).toEqual([
    'receipt c0 {"path":"f0"}',
    'receipt c1 {"path":"f1"}',
    "whole",
  ]);
});

test("what was replaced once stays replaced, so that the request's beginning stays the same", async () => {
  const fit = createHistoryFit(options(10_000));
  const messages = [user, ...rounds(40, 4_000)];
  const first = texts(await fit(messages));
  const second = texts(await fit([...messages, ...round(40, 10)]));
  expect(second.slice(0, 30)).toEqual(first.slice(0, 30));
});

test("where the provider counts more than the estimate, its count is believed", async () => {
  const fit = createHistoryFit(options(10_000));
  const messages = [user, ...rounds(7, 3_000)];
  expect(texts(await fit(messages))).toEqual(Array(7).fill("whole"));
  const counted = [...messages, ...round(7, 100, 9_000)];
  expect(texts(await fit(counted)).filter((text) => text !== "whole").length).toBeGreaterThan(0);
});
