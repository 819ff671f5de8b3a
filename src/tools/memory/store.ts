import { Buffer } from "node:buffer";
import { constants } from "node:fs";
import { open, readdir, unlink } from "node:fs/promises";
import { join } from "node:path";
import { atomicWrite } from "../../config/atomic-write.ts";
import { withLock } from "../../config/owner.ts";
import { isPlainName } from "../../config/plain-name.ts";
import { ensurePrivateFolder } from "../../config/private-folder.ts";
import { nearest } from "../../output/nearest.ts";
import { systemCode, systemReason } from "../../output/system-error.ts";
import { memoryFault } from "./errors.ts";
import { MEMORY_BYTES, MEMORY_LOCK_WAIT_MS, MEMORY_TOPICS } from "./limits.ts";
import { type MemoryName, memoryTexts as texts } from "./texts.ts";
import { parseTopic, type Topic, topicText } from "./topic-file.ts";

/** The files of the memory. Reads see whole files; changes happen one at a time, across processes. */
export class MemoryStore {
  readonly #folder: string;
  readonly #topics: string;
  readonly #platform: NodeJS.Platform;

  constructor(folder: string, platform: NodeJS.Platform) {
    this.#folder = folder;
    this.#topics = join(folder, "topics");
    this.#platform = platform;
  }

  /** Empty when there is no such file. @throws Fault `unreadable`. */
  async read(name: MemoryName): Promise<string> {
    return (await readText(this.#file(name), name)) ?? "";
  }

  /** Of a topic that `topicNames` gave. */
  async topic(topic: string): Promise<Topic> {
    return parseTopic(await this.read({ target: "topic", topic }));
  }

  /** Names of the topics, sorted; anything else in the folder is passed over. */
  async topicNames(): Promise<readonly string[]> {
    const entries = await readdir(this.#topics, { withFileTypes: true }).catch((error: unknown) => {
      if (systemCode(error) === "ENOENT") return [];
      throw memoryFault.unreadable({ target: "topic" }, systemReason(error));
    });
    return entries
      .filter((entry) => entry.isFile() && entry.name.endsWith(".md"))
      .map((entry) => entry.name.slice(0, -".md".length))
      .filter(isPlainName)
      .sort();
  }

  /** The name of a topic that there is. @throws Fault `unknown_topic` with the nearest names. */
  async known(given: string): Promise<string> {
    const names = await this.topicNames();
    const found = names.find((name) => name === given);
    if (found === undefined) throw memoryFault.unknownTopic(given, nearest(given, names), names);
    return found;
  }

  /** The name for a topic that is to be made. @throws Fault. */
  async free(given: string): Promise<string> {
    if (!isPlainName(given)) throw memoryFault.badTopicName(given);
    const names = await this.topicNames();
    if (names.includes(given)) throw memoryFault.topicExists(given);
    if (names.length >= MEMORY_TOPICS) throw memoryFault.tooManyTopics(MEMORY_TOPICS);
    return given;
  }

  /** @throws Fault `too_large`; a file that cannot be written is as it was. */
  async write(name: MemoryName, text: string): Promise<void> {
    if (!text.isWellFormed()) throw memoryFault.illFormed();
    const bytes = Buffer.byteLength(text);
    if (bytes > MEMORY_BYTES) throw memoryFault.tooLarge(name, bytes, MEMORY_BYTES);
    await ensurePrivateFolder(name.topic === undefined ? this.#folder : this.#topics);
    await atomicWrite(this.#file(name), text);
  }

  writeTopic(topic: string, content: Topic): Promise<void> {
    return this.write({ target: "topic", topic }, topicText(content));
  }

  async remove(topic: string): Promise<void> {
    await unlink(this.#file({ target: "topic", topic }));
  }

  /** Runs a change while no other process changes anything. @throws Fault `busy`. */
  async change<T>(work: () => Promise<T>): Promise<T> {
    await ensurePrivateFolder(this.#folder);
    const options = { platform: this.#platform, waitMs: MEMORY_LOCK_WAIT_MS };
    const done = await withLock(join(this.#folder, ".lock"), options, work);
    if (done === undefined) throw memoryFault.busy();
    return done.value;
  }

  /** Topic names come from `known` or `free`, so that no name leads out of the folder. */
  #file({ target, topic }: MemoryName): string {
    return topic === undefined ? join(this.#folder, `${target}.md`) : join(this.#topics, `${topic}.md`);
  }
}

/** Never follows a link, never waits for a pipe. */
async function readText(path: string, name: MemoryName): Promise<string | undefined> {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  const file = await open(path, flags).catch((error: unknown) => {
    if (systemCode(error) === "ENOENT") return undefined;
    const reason = systemCode(error) === "ELOOP" ? texts.notRegular : systemReason(error);
    throw memoryFault.unreadable(name, reason);
  });
  if (file === undefined) return undefined;
  try {
    const stat = await file.stat();
    if (!stat.isFile()) throw memoryFault.unreadable(name, texts.notRegular);
    if (stat.size > MEMORY_BYTES) {
      throw memoryFault.unreadable(name, texts.tooLargeToRead(stat.size, MEMORY_BYTES));
    }
    return decoded(await file.readFile(), name);
  } finally {
    await file.close();
  }
}

function decoded(bytes: Uint8Array, name: MemoryName): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw memoryFault.unreadable(name, texts.notUtf8);
  }
}
