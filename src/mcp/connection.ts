import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { ProcessMark } from "../config/process-list.ts";
import type { McpServerEntry } from "../config/types.ts";
import type { Diagnostic } from "../output/diagnostic.ts";
import { type Fault, isFault } from "../output/fault.ts";
import { CallClock } from "./call-clock.ts";
import { callTool } from "./call-tool.ts";
import { mcpFault } from "./errors.ts";
import { MESSAGE_MAX_BYTES, NEVER_MS, START_TIMEOUT_MS, STDERR_LINES_SHOWN } from "./limits.ts";
import { listTools, pageFetcher, type ToolListing } from "./list-tools.ts";
import { openSession, type Session } from "./session.ts";
import type { StdioTransport } from "./stdio-transport.ts";
import { texts } from "./texts.ts";
import type { CallOptions, ConnectOptions, RawCallResult, ServerConnection, ServerTool } from "./types.ts";
import { UserWait } from "./user-wait.ts";
import { reasonOf, statusOf } from "./wire-errors.ts";

/** One server over its life: started, listed, called, reconnected once after each death, closed. */
export class McpConnection implements ServerConnection {
  ok = false;
  instructions: string | undefined;
  version: string | undefined;

  private listing: ToolListing = { tools: [], diagnostics: [] };
  private failure: Diagnostic | undefined;
  private session: Session | undefined;
  private reconnecting: Promise<Session> | undefined;
  private readonly transports: Transport[] = [];
  /** Shared by all its sessions: nothing of a server is late while it asks the user. */
  private readonly waiting = new UserWait();
  private changes = 0;
  private seenChanges = 0;
  private closed = false;

  constructor(
    readonly entry: McpServerEntry,
    private readonly options: ConnectOptions,
    private readonly mark: ProcessMark,
  ) {}

  get tools(): readonly ServerTool[] {
    return this.listing.tools;
  }

  get stale(): boolean {
    return this.changes > this.seenChanges;
  }

  get diagnostics(): readonly Diagnostic[] {
    if (this.failure !== undefined) return [this.failure];
    const { stdio } = this.session ?? {};
    const stray = stdio?.strayLines ?? 0;
    if (stray === 0) return this.listing.diagnostics;
    const message = texts.strayOutput(stray, stdio?.straySamples[0] ?? "");
    const note: Diagnostic = { severity: "info", code: "stray_output", message, where: this.entry.name };
    return [...this.listing.diagnostics, note];
  }

  /** Starts and lists under one deadline. Never rejects: a failure is told by `ok` and `diagnostics`. */
  async open(): Promise<void> {
    const { entry, options } = this;
    const deadline = new Deadline(options.timeoutMs ?? START_TIMEOUT_MS, this.waiting, options.signal);
    let phase = texts.initializing;
    try {
      options.onPhase?.(entry.name, "starting");
      this.session = await deadline.over(this.start(deadline));
      phase = texts.listing;
      options.onPhase?.(entry.name, "listing");
      this.listing = await deadline.over(this.fetchTools(this.session, deadline));
      this.ok = true;
      options.onPhase?.(entry.name, "ready");
    } catch (error) {
      this.failure = await this.explain(error, phase, deadline);
      options.onPhase?.(entry.name, "failed");
      await this.closeTransports();
    } finally {
      deadline.clear();
    }
  }

  async list(): Promise<readonly ServerTool[]> {
    const session = await this.usable();
    const deadline = new Deadline(this.options.timeoutMs ?? START_TIMEOUT_MS, this.waiting);
    try {
      this.listing = await deadline.over(this.fetchTools(session, deadline));
      return this.listing.tools;
    } catch (error) {
      if (error === deadline) throw mcpFault.startTimeout(this.entry, texts.listing, deadline.milliseconds);
      throw isFault(error) ? error : mcpFault.failed(this.entry, texts.listing, reasonOf(error));
    } finally {
      deadline.clear();
    }
  }

  async call(tool: string, args: Record<string, unknown>, options: CallOptions = {}): Promise<RawCallResult> {
    const session = await this.usable();
    return callTool(session, { entry: this.entry, tool, args }, options);
  }

  async close(): Promise<void> {
    this.closed = true;
    await this.session?.close().catch(() => {});
    await this.closeTransports();
  }

  private async start(deadline: Deadline): Promise<Session> {
    const session = await openSession({
      entry: this.entry,
      options: this.options,
      mark: this.mark,
      signal: deadline.signal,
      waiting: this.waiting,
      onListChanged: () => {
        this.changes++;
      },
      onTransport: (transport) => this.transports.push(transport),
    });
    this.instructions = session.client.getInstructions();
    this.version = session.client.getServerVersion()?.version;
    return session;
  }

  /** A notice that comes during the fetch leaves the list stale: what it tells of may not be in it. */
  private async fetchTools(session: Session, deadline: Deadline): Promise<ToolListing> {
    const changesBefore = this.changes;
    const fetchPage = pageFetcher(session.client, deadline.signal, NEVER_MS);
    const listing = await listTools(this.entry.name, fetchPage);
    this.seenChanges = changesBefore;
    return listing;
  }

  private async usable(): Promise<Session> {
    if (this.session?.alive()) return this.session;
    if (!this.ok || this.closed) throw mcpFault.notRunning(this.entry.name);
    this.reconnecting ??= this.reconnect();
    return this.reconnecting;
  }

  private async reconnect(): Promise<Session> {
    const deadline = new Deadline(this.options.timeoutMs ?? START_TIMEOUT_MS, this.waiting);
    try {
      await this.closeTransports();
      this.session = await deadline.over(this.start(deadline));
      // What the new process offers may differ; it is looked at between turns.
      this.changes++;
      this.reconnecting = undefined;
      return this.session;
    } catch (error) {
      // `reconnecting` stays: a server that does not come back is not started again and again.
      if (isFault(error)) throw error;
      throw mcpFault.failed(this.entry, texts.initializing, reasonOf(error));
    } finally {
      deadline.clear();
    }
  }

  private async explain(error: unknown, phase: string, deadline: Deadline): Promise<Diagnostic> {
    const stdio = stdioOf(this.transports.at(-1));
    const words = (await stdio?.lastWords(STDERR_LINES_SHOWN)) ?? [];
    const { code, message } = this.faultOf(error, phase, deadline, stdio);
    return {
      severity: "error",
      code,
      message: `${message}${stdio?.oversized ? texts.oversized(MESSAGE_MAX_BYTES) : ""}${texts.stderrLines(words)}`,
      where: this.entry.name,
    };
  }

  private faultOf(error: unknown, phase: string, deadline: Deadline, stdio?: StdioTransport): Fault {
    const { exit, wentFirst } = stdio ?? {};
    if (this.options.signal?.aborted === true) return mcpFault.startStopped(this.entry, phase);
    if (error === deadline) return mcpFault.startTimeout(this.entry, phase, deadline.milliseconds);
    // Its own answer says what is wrong; that it ended afterwards, most often by our closing it, does not.
    if (exit !== undefined && (wentFirst || isFault(error))) {
      return mcpFault.failed(this.entry, phase, texts.ended(texts.exitedWith(exit.code, exit.signal)));
    }
    return isFault(error) ? error : mcpFault.failed(this.entry, phase, wireReason(error));
  }

  private async closeTransports(): Promise<void> {
    await Promise.all(this.transports.splice(0).map((transport) => transport.close().catch(() => {})));
  }
}

/**
 * One deadline for several steps, ended early by an outer signal, standing while the user is asked. What it rejects
 * with is itself.
 */
class Deadline {
  private readonly controller = new AbortController();
  private readonly clock: CallClock;
  private readonly abort = () => this.controller.abort();

  constructor(
    readonly milliseconds: number,
    waiting: UserWait,
    private readonly outer?: AbortSignal,
  ) {
    this.clock = new CallClock({
      quietMs: milliseconds,
      totalMs: milliseconds,
      waiting,
      onLate: this.abort,
    });
    if (outer?.aborted) this.abort();
    outer?.addEventListener("abort", this.abort, { once: true });
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** The work's result; rejects with this deadline when time is up first. */
  async over<T>(work: Promise<T>): Promise<T> {
    work.catch(() => {});
    return new Promise<T>((resolve, reject) => {
      const late = () => reject(this);
      if (this.signal.aborted) late();
      this.signal.addEventListener("abort", late, { once: true });
      work.then(resolve, (error) => (this.signal.aborted ? late() : reject(error)));
    });
  }

  clear(): void {
    this.clock.clear();
    this.outer?.removeEventListener("abort", this.abort);
  }
}

function wireReason(error: unknown): string {
  const status = statusOf(error);
  if (status === 401) return texts.unauthorized;
  return reasonOf(error);
}

function stdioOf(transport: Transport | undefined): StdioTransport | undefined {
  return transport !== undefined && "lastWords" in transport ? (transport as StdioTransport) : undefined;
}
