import type { ShellTurn } from "./shell.ts";

export interface ReadTask {
  readonly text: string;
  /** The note behind the last piece. */
  readonly last: string;
  readonly pieces: number;
}

/** Reads a task by the automatic cursor, to its end or until `most` bytes of it have come; the text without the notes. */
export async function readTask(
  turn: ShellTurn,
  id: string,
  most = Number.POSITIVE_INFINITY,
): Promise<ReadTask> {
  let text = "";
  for (let pieces = 1; ; pieces++) {
    const result = await turn.task("output", { task_id: id, wait_ms: 5000 });
    const at = result.text.lastIndexOf(`[${id}`);
    const { offset, next_offset: next } = result.details as { offset: number; next_offset: number };
    const piece = result.text.slice(0, at);
    // The note stands on a line of its own, also after a piece that ends inside a line.
    text += Buffer.byteLength(piece) === next - offset ? piece : piece.replace(/\n$/, "");
    if (result.details?.has_more === false || next >= most)
      return { text, last: result.text.slice(at), pieces };
  }
}
