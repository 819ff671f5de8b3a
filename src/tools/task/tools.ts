import type { Static } from "@sinclair/typebox";
import { errorResult, textResult } from "../../contract/results.ts";
import type { AnyTool, ToolResult, ToolUpdate } from "../../contract/tool.ts";
import { orFaultResult } from "../files/fault-result.ts";
import type { TaskBoard, TaskWork } from "../tasks/types.ts";
import { appendDefinition, type appendSchema, taskDefinition, type taskSchema } from "./definitions.ts";
import { taskTexts as texts } from "./texts.ts";
import type { ChildTask, Delegation } from "./types.ts";

type TaskInput = Static<typeof taskSchema>;
type AppendInput = Static<typeof appendSchema>;

/** `task` and `task_append`, one entry point: what one starts, only the other one of the same turn talks to. */
export function createDelegationTools(delegation: Delegation, board: TaskBoard): AnyTool[] {
  const children = new Map<string, ChildTask>();
  return [
    {
      def: taskDefinition(delegation.agents),
      impl: {
        execute: (_ctx: unknown, input: TaskInput, signal?: AbortSignal, onUpdate?: ToolUpdate) =>
          orFaultResult("task", () => startTask(input, { delegation, board, children, signal, onUpdate })),
      },
      source: "builtin",
    },
    {
      def: appendDefinition,
      impl: { execute: async (_ctx: unknown, input: AppendInput) => appendTo(input, board, children) },
      source: "builtin",
    },
  ];
}

interface Starting {
  readonly delegation: Delegation;
  readonly board: TaskBoard;
  readonly children: Map<string, ChildTask>;
  readonly signal?: AbortSignal;
  readonly onUpdate?: ToolUpdate;
}

async function startTask(input: TaskInput, starting: Starting): Promise<ToolResult> {
  const { delegation, board, children } = starting;
  const background = input.run_in_background === true;
  if (background && !board.offered) return errorResult("task", texts.noBackground);
  const { description, prompt, agent_name: agentName, model, effort } = input;
  const child = await delegation.start({ description, prompt, agentName, model, effort });
  const { id } = board.adopt(child.work, 0);
  children.set(id, child);
  if (background) return textResult("task", texts.started(id), { details: { task_id: id } });
  return awaited(id, child, starting);
}

async function awaited(id: string, child: ChildTask, { signal, onUpdate }: Starting): Promise<ToolResult> {
  const unfollow = onUpdate && follow(child.work, onUpdate);
  const stop = () => child.work.stop("task_stop");
  signal?.addEventListener("abort", stop, { once: true });
  if (signal?.aborted) stop();
  try {
    const outcome = await child.outcome();
    const details = { task_id: id, ...detailsOf(outcome) };
    if (outcome.failed) return errorResult("task", texts.done(id, outcome), details);
    return textResult("task", texts.done(id, outcome), { details });
  } finally {
    signal?.removeEventListener("abort", stop);
    unfollow?.();
  }
}

/** What the child prints from now on, as it comes. */
function follow(work: TaskWork, onUpdate: ToolUpdate): () => void {
  const decoder = new TextDecoder();
  let offset = 0;
  const tell = () => {
    const bytes = work.read(offset, work.outputBytes() - offset);
    offset += bytes.length;
    onUpdate({ text: decoder.decode(bytes, { stream: true }) });
  };
  if (work.outputBytes() > 0) tell();
  return work.onOutput(tell);
}

function detailsOf({ sessionId, stopReason, calls }: Awaited<ReturnType<ChildTask["outcome"]>>) {
  return { session_id: sessionId, stop_reason: stopReason, calls };
}

function appendTo(
  { task_id: id, content }: AppendInput,
  board: TaskBoard,
  children: ReadonlyMap<string, ChildTask>,
): ToolResult {
  const child = children.get(id);
  if (child === undefined) return errorResult("task_append", texts.notATask(id));
  const what = child.append(content);
  if (what === "activated") board.renew(id);
  return textResult("task_append", texts.appended(id, what), { details: { task_id: id, status: what } });
}
