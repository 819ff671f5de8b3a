import { FileQueue } from "./file-queue.ts";
import { SeenFiles } from "./seen-files.ts";

/**
 * What the file tools share over the turns of a process: one queue per file and what each session knows of
 * each file. Made once per process, or parallel turns would not see each other's edits.
 */
export class FileWork {
  readonly queue = new FileQueue();
  readonly seen = new SeenFiles();
}
