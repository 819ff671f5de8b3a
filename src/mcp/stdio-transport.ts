import type { ChildProcessWithoutNullStreams } from "node:child_process";
import type { Writable } from "node:stream";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import type { ProcessMark } from "../config/process-list.ts";
import type { StdioServerEntry } from "../config/types.ts";
import { ByteTail } from "./byte-tail.ts";
import { mcpFault } from "./errors.ts";
import {
  EOF_GRACE_MS,
  EXIT_DRAIN_MS,
  MESSAGE_MAX_BYTES,
  READ_SLICE_BYTES,
  STDERR_DRAIN_MS,
  STDERR_LINE_CHARS,
  STDERR_TAIL_BYTES,
  STOP_GRACE_MS,
  STRAY_SAMPLES,
} from "./limits.ts";
import { LineReader } from "./line-reader.ts";
import type { ConnectOptions } from "./types.ts";
import { parseMessages } from "./wire-messages.ts";

/** How a server process ended. */
export interface ServerExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/**
 * One server as a child process, messages framed by LF on its stdin and stdout. The SDK's own transport
 * would stop at the first stray line, limit messages to 10 MiB and leave descendants alive.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  /** Lines on stdout that were no message; the first ones are kept to show. */
  strayLines = 0;
  readonly straySamples: string[] = [];
  readonly stderr = new ByteTail(STDERR_TAIL_BYTES);
  exit: ServerExit | undefined;
  /** Whether the server ended the connection, and not we. */
  wentFirst = false;

  private child: ChildProcessWithoutNullStreams | undefined;
  private readonly reader = new LineReader(MESSAGE_MAX_BYTES);
  private exited: Promise<void> = Promise.resolve();
  private ended = false;
  private reading = false;
  private over = false;
  private stopping: Promise<void> | undefined;
  private draining: Promise<void> | undefined;

  constructor(
    private readonly entry: StdioServerEntry,
    private readonly options: ConnectOptions,
    private readonly mark: ProcessMark,
  ) {}

  async start(): Promise<void> {
    const [{ spawn }, { findOnPath }] = await Promise.all([
      import("node:child_process"),
      import("../config/programs.ts"),
    ]);
    const { entry, options, mark } = this;
    const place = { env: { ...options.environment, ...entry.env }, platform: options.platform };
    const child = spawn(findOnPath(entry.command, place) ?? entry.command, [...entry.args], {
      cwd: entry.cwd ?? options.workspace,
      // Without SHLVL a bash whose stdin is a socket takes itself for a remote shell and reads ~/.bashrc.
      env: { SHLVL: "1", ...place.env, [mark.name]: mark.value },
      stdio: ["pipe", "pipe", "pipe"],
      // A session of its own: no terminal to take, and a group to end.
      detached: options.platform !== "win32",
      windowsHide: true,
    });
    this.child = child;
    this.listen(child);
    await new Promise<void>((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", (error) => reject(mcpFault.cannotStart(entry, error)));
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.child?.stdin;
    if (stdin === undefined || this.ended || !stdin.writable) throw mcpFault.notRunning(this.entry.name);
    if (stdin.write(`${JSON.stringify(message)}\n`)) return;
    await this.drained(stdin);
  }

  /** One wait for all: a server that asks without reading the answers must not pile up listeners. */
  private drained(stdin: Writable): Promise<void> {
    this.draining ??= new Promise<void>((resolve) => {
      const go = () => {
        stdin.off("drain", go);
        stdin.off("close", go);
        this.draining = undefined;
        resolve();
      };
      stdin.on("drain", go);
      stdin.on("close", go);
    });
    return this.draining;
  }

  /** Messages that were too long to be held, and are lost. */
  get oversized(): number {
    return this.reader.oversized;
  }

  /** Closes stdin, waits, then ends the process with all its descendants. */
  close(): Promise<void> {
    this.stopping ??= this.stop();
    return this.stopping;
  }

  /** The last lines on stderr of a server that has gone, or is going. */
  async lastWords(most: number): Promise<readonly string[]> {
    await within(EXIT_DRAIN_MS, this.exited);
    // The pipe is read a little later than the exit is told.
    await new Promise((resolve) => setTimeout(resolve, STDERR_DRAIN_MS));
    return this.stderr.lastLines(most).map((line) => line.slice(0, STDERR_LINE_CHARS));
  }

  private listen(child: ChildProcessWithoutNullStreams): void {
    this.exited = new Promise((resolve) => {
      child.once("exit", (code, signal) => {
        this.exit = { code, signal };
        // Replies written just before the end may still stand in the pipe; a descendant may hold it open.
        setTimeout(() => this.finish(), EXIT_DRAIN_MS);
        resolve();
      });
      child.once("error", () => {
        this.end();
        resolve();
      });
    });
    child.stdout.on("data", (chunk: Uint8Array) => this.read(chunk));
    child.stdout.once("end", () => this.finish());
    child.stdout.on("error", () => this.finish());
    child.stderr.on("data", (chunk: Uint8Array) => this.stderr.push(chunk));
    child.stderr.on("error", () => {});
    // A server that has gone is told by its exit; EPIPE says nothing more.
    child.stdin.on("error", () => {});
  }

  /**
   * A server may write faster than its lines are judged. Long chunks are read slice by slice while the rest
   * stays in its pipe, so that deadlines are kept and memory stays bounded.
   */
  private read(chunk: Uint8Array): void {
    const stdout = this.child?.stdout;
    let from = 0;
    const step = () => {
      // Answers still count while the server is being stopped; after its end they reach nobody.
      if (!this.ended) {
        for (const line of this.reader.push(chunk.subarray(from, from + READ_SLICE_BYTES)))
          this.receive(line);
        from += READ_SLICE_BYTES;
        this.reading = from < chunk.length;
        if (this.reading) return void setImmediate(step);
      }
      this.reading = false;
      if (this.over) this.end();
      else stdout?.resume();
    };
    if (chunk.length > READ_SLICE_BYTES) stdout?.pause();
    step();
  }

  /** The server has gone: what it wrote before is read to the end first. */
  private finish(): void {
    this.over = true;
    this.wentFirst ||= this.stopping === undefined;
    if (!this.reading) this.end();
  }

  private receive(line: string): void {
    const text = line.replace(/^\uFEFF/, "").trim();
    if (text === "" || this.ended) return;
    const messages = parseMessages(text);
    if (messages === undefined) {
      this.strayLines++;
      if (this.straySamples.length < STRAY_SAMPLES) this.straySamples.push(text.slice(0, 200));
      return;
    }
    for (const message of messages) this.onmessage?.(message);
  }

  /** The connection is over: whoever waits for an answer is told. */
  private end(): void {
    if (this.ended) return;
    const rest = this.reader.flush();
    if (rest !== undefined) this.receive(rest);
    this.ended = true;
    this.onclose?.();
    void this.close();
  }

  private async stop(): Promise<void> {
    const { child, options, mark } = this;
    if (child?.pid === undefined) return this.end();
    const { endProcessTrees } = await import("../config/process-tree.ts");
    child.stdin.end();
    if (this.exit === undefined) await within(EOF_GRACE_MS, this.exited);
    await endProcessTrees([child.pid], { platform: options.platform, graceMs: STOP_GRACE_MS, mark });
    await within(STOP_GRACE_MS, this.exited);
    this.end();
    child.stdout.destroy();
    child.stderr.destroy();
  }
}

async function within(milliseconds: number, work: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}
