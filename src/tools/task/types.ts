import type { TaskWork } from "../tasks/types.ts";

/** An agent that can be given a piece of work. */
export interface ChildAgent {
  readonly name: string;
  readonly description: string;
}

export interface ChildRequest {
  readonly description: string;
  readonly prompt: string;
  readonly agentName: string;
  readonly model?: string;
  readonly effort?: Effort;
}

export const EFFORTS = ["low", "medium", "high"] as const;
export type Effort = (typeof EFFORTS)[number];

/** What a child's turn came to. */
export interface ChildOutcome {
  /** Its last message, or why there is none. */
  readonly text: string;
  readonly failed: boolean;
  readonly sessionId: string;
  /** As in the turn's JSON. */
  readonly stopReason: string;
  readonly calls: number;
}

/** What a message to a child does: it starts again, it reads it while it works, or it has it already. */
export type Appended = "activated" | "steered" | "duplicate";

/** One child: its work as the board of tasks holds it, and the way to talk to it. */
export interface ChildTask {
  readonly work: TaskWork;
  /** Of the run that goes on, or of the last one. Never rejects. */
  outcome(): Promise<ChildOutcome>;
  append(content: string): Appended;
}

/** Runs children; made by whoever runs the turn. */
export interface Delegation {
  readonly agents: readonly ChildAgent[];
  /** @throws Fault for an unknown agent or model. */
  start(request: ChildRequest): Promise<ChildTask>;
}
