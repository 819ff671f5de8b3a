import { Buffer } from "node:buffer";
import { textResult } from "../../contract/results.ts";
import type { ToolResult } from "../../contract/tool.ts";
import { checkCombination } from "./combinations.ts";
import type { MemoryInput } from "./definition.ts";
import { memoryFault } from "./errors.ts";
import { MEMORY_MATCHES } from "./limits.ts";
import { matchingLines } from "./search.ts";
import type { MemoryStore } from "./store.ts";
import { type MemoryName, memoryTexts as texts } from "./texts.ts";

interface Done {
  readonly text: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** One operation on the memory. @throws Fault when nothing was changed. */
export async function runMemory(store: MemoryStore, input: MemoryInput): Promise<ToolResult> {
  checkCombination(input);
  const { target, operation, topicName, reason } = input;
  const { text, details } = await OPERATIONS[operation](store, input);
  return textResult("memory", text, {
    details: {
      target,
      operation,
      ...(topicName === undefined ? {} : { topic: topicName }),
      ...(reason === undefined ? {} : { reason }),
      ...details,
    },
  });
}

type Operation = (store: MemoryStore, input: MemoryInput) => Promise<Done>;

const OPERATIONS: Readonly<Record<MemoryInput["operation"], Operation>> = {
  read: readMemory,
  search: searchMemory,
  append: (store, input) => store.change(() => append(store, input)),
  edit: (store, input) => store.change(() => edit(store, input)),
  create: (store, input) => store.change(() => create(store, input)),
  delete: (store, input) => store.change(() => remove(store, input)),
  write: (store, input) => store.change(() => write(store, input)),
};

async function readMemory(store: MemoryStore, { target, topicName }: MemoryInput): Promise<Done> {
  if (target !== "topic") return shown({ target }, await store.read({ target }));
  if (topicName === undefined) return topicList(store);
  const topic = await store.known(topicName);
  const { description, content } = await store.topic(topic);
  const { text, details } = shown({ target, topic }, content);
  return { text: `${texts.topicHead(topic, description)}\n${text}`, details: { ...details, description } };
}

function shown(name: MemoryName, content: string): Done {
  const text = content.trim() === "" ? texts.empty(name) : content;
  return { text, details: { bytes: Buffer.byteLength(content) } };
}

async function topicList(store: MemoryStore): Promise<Done> {
  const topics = [];
  for (const name of await store.topicNames()) {
    const { description, content } = await store.topic(name);
    topics.push({ name, description, bytes: Buffer.byteLength(content) });
  }
  return { text: topics.length === 0 ? texts.noTopics() : texts.topics(topics), details: { topics } };
}

async function searchMemory(store: MemoryStore, input: MemoryInput): Promise<Done> {
  const query = required(input.query, "query");
  const matches: string[] = [];
  for (const { name, content } of await searched(store, input)) {
    matches.push(...matchingLines(content, query).map(({ line, text }) => texts.match(name, line, text)));
  }
  const kept = matches.slice(0, MEMORY_MATCHES);
  const more = matches.length > kept.length ? [texts.moreMatches(kept.length, matches.length)] : [];
  return {
    text: matches.length === 0 ? texts.noMatch(query) : [...kept, ...more].join("\n"),
    details: { matches: matches.length },
  };
}

async function searched(store: MemoryStore, { target, topicName }: MemoryInput) {
  if (target !== "topic") return [{ name: { target }, content: await store.read({ target }) }];
  const names = topicName === undefined ? await store.topicNames() : [await store.known(topicName)];
  return Promise.all(
    names.map(async (topic) => ({
      name: { target, topic },
      content: (await store.topic(topic)).content,
    })),
  );
}

/** The text of a target as the model knows it, and how a changed one is stored. */
async function opened(store: MemoryStore, { target, topicName }: MemoryInput) {
  if (target !== "topic") {
    const name: MemoryName = { target };
    return { name, content: await store.read(name), save: (content: string) => store.write(name, content) };
  }
  const topic = await store.known(topicName ?? "");
  const { description, content } = await store.topic(topic);
  const save = (changed: string) => store.writeTopic(topic, { description, content: changed });
  return { name: { target, topic } as MemoryName, content, save };
}

async function append(store: MemoryStore, input: MemoryInput): Promise<Done> {
  const added = ended(required(input.content, "content"));
  const { name, content, save } = await opened(store, input);
  const changed = content === "" ? added : ended(content) + added;
  await save(changed);
  const [addedBytes, bytes] = [Buffer.byteLength(added), Buffer.byteLength(changed)];
  return { text: texts.appended(name, addedBytes, bytes), details: { bytes } };
}

async function edit(store: MemoryStore, input: MemoryInput): Promise<Done> {
  const { newString = "", replaceAll = false } = input;
  const oldString = input.oldString ?? "";
  if (oldString === "") throw memoryFault.emptyText("oldString");
  if (oldString === newString) throw memoryFault.noChange();
  const { name, content, save } = await opened(store, input);
  const pieces = content.split(oldString);
  const count = pieces.length - 1;
  if (count === 0) throw memoryFault.notFound(name);
  if (count > 1 && !replaceAll) throw memoryFault.foundMany(name, count);
  const changed = pieces.join(newString);
  await save(changed);
  return {
    text: texts.edited(name, count),
    details: { replacements: count, bytes: Buffer.byteLength(changed) },
  };
}

async function create(store: MemoryStore, input: MemoryInput): Promise<Done> {
  const topic = await store.free(input.topicName ?? "");
  const content = input.content === undefined ? "" : ended(input.content);
  await store.writeTopic(topic, { description: oneLine(input.description), content });
  const bytes = Buffer.byteLength(content);
  return { text: texts.created({ target: "topic", topic }, bytes), details: { bytes } };
}

async function remove(store: MemoryStore, input: MemoryInput): Promise<Done> {
  const topic = await store.known(input.topicName ?? "");
  await store.remove(topic);
  return { text: texts.deleted({ target: "topic", topic }) };
}

async function write(store: MemoryStore, input: MemoryInput): Promise<Done> {
  const content = input.content === undefined || input.content === "" ? "" : ended(input.content);
  const { name, content: before, save } = await opened(store, input);
  if (name.topic !== undefined && input.description !== undefined) {
    await store.writeTopic(name.topic, { description: oneLine(input.description), content });
  } else await save(content);
  const bytes = Buffer.byteLength(content);
  return { text: texts.written(name, bytes, Buffer.byteLength(before)), details: { bytes } };
}

function required(value: string | undefined, parameter: string): string {
  if (value === undefined || value.trim() === "") throw memoryFault.emptyText(parameter);
  return value;
}

/** Texts are lines: what is added to one starts on a line of its own. */
function ended(text: string): string {
  return text.endsWith("\n") ? text : `${text}\n`;
}

function oneLine(description = ""): string {
  const line = description.replaceAll(/\s+/gu, " ").trim();
  if (line === "") throw memoryFault.emptyText("description");
  return line;
}
