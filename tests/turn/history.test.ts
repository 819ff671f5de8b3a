import { expect, test } from "bun:test";
import type { AssistantMessage, Message } from "@earendil-works/pi-ai";
import { repairHistory } from "../../src/turn/history.ts";
import { emptyMessage } from "../../src/turn/streams.ts";

const MODEL = { api: "script", provider: "script", id: "script" } as never;

function user(text: string): Message {
  return { role: "user", content: text, timestamp: 0 };
}

function asking(...ids: string[]): AssistantMessage {
  const content = ids.map((id) => ({ type: "toolCall" as const, id, name: "read", arguments: {} }));
  return { ...emptyMessage(MODEL, 0), content, stopReason: "toolUse" };
}

function result(id: string, text = id): Message {
  return {
    role: "toolResult",
    toolCallId: id,
    toolName: "read",
    content: [{ type: "text", text }],
    isError: false,
    timestamp: 0,
  };
}

const shape = (messages: readonly Message[]) =>
  messages.map((message) => {
    if (message.role === "toolResult") {
      const [block] = message.content;
      return `result ${message.toolCallId}: ${block?.type === "text" ? block.text.split(" ", 3).join(" ") : ""}`;
    }
    return message.role;
  });

test("h5: orphan results, orphan calls and second results are repaired", () => {
  const history = [
    user("go"),
    result("nobody"),
    asking("a", "b"),
    result("a", "first"),
    result("a", "second"),
    user("next"),
    asking("c"),
  ];
  expect(shape(repairHistory(history))).toEqual([
    "user",
    "assistant",
    "result a: first",
    "result b: read was interrupted:",
    "user",
    "assistant",
    "result c: read was interrupted:",
  ]);
});

test("h18: results are paired by id and put into the order of the calls", () => {
  const ids = ["a", "b", "c", "d", "e", "f"];
  const permuted = ["d", "a", "f", "c", "b", "e"].map((id) => result(id));
  const repaired = repairHistory([asking(...ids), ...permuted]);
  expect(shape(repaired).slice(1)).toEqual(ids.map((id) => `result ${id}: ${id}`));
});

test("an answer that broke off is left out, with the results that hung on it", () => {
  const broken = { ...asking("x"), stopReason: "aborted" as const };
  const repaired = repairHistory([user("go"), broken, result("x"), user("again")]);
  const text = (content: string) => ({ type: "text", text: content });
  expect(repaired).toMatchObject([{ role: "user", content: [text("go"), text("again")] }]);
});

test("an answer without content, with blanks or thinking alone, is left out; what the user said around it is one message", () => {
  const silent = { ...emptyMessage(MODEL, 0), stopReason: "stop" as const };
  const blank = { ...silent, content: [{ type: "text" as const, text: " \n" }] };
  const thinking = { ...silent, content: [{ type: "thinking" as const, thinking: "hm" }] };
  const history = [user("one"), silent, user("two"), blank, user("three"), thinking, user("four")];
  const [all, ...others] = repairHistory(history);
  expect(others).toEqual([]);
  expect(all?.content).toEqual(["one", "two", "three", "four"].map((text) => ({ type: "text", text })));
});

test("half a surrogate pair in a call does not go back to the provider", () => {
  const call = asking("a");
  const [block] = call.content;
  if (block?.type === "toolCall") block.arguments = { path: "x", list: ["a\ud800b", "😀"], "k\udc00": 1 };
  const [, sent] = repairHistory([user("go"), call, result("a")]);
  expect(sent?.content).toMatchObject([{ arguments: { path: "x", list: ["a\ufffdb", "😀"], "k\ufffd": 1 } }]);
});

test("a history that is in order comes back as it is", () => {
  const history = [user("go"), asking("a"), result("a"), user("on")];
  expect(repairHistory(history)).toEqual(history);
});
