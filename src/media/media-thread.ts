import process from "node:process";
import { parentPort } from "node:worker_threads";
import { MediaFailed } from "./failed.ts";
import type { MediaAnswer, MediaResults, MediaTask } from "./types.ts";

// The PDF library starts more than it waits for; what fails there is either part of the answer or of no account,
// and would end the thread without one.
process.addListener("unhandledRejection", () => undefined);

// The thread's own program, a second entry of the build: it does one task and is ended by who started it.
parentPort?.once("message", async (task: MediaTask) => {
  parentPort?.postMessage(await answered(task));
});

async function answered(task: MediaTask): Promise<MediaAnswer<MediaResults[MediaTask["kind"]]>> {
  try {
    return { ok: true, result: await performed(task) };
  } catch (error) {
    if (error instanceof MediaFailed) return { ok: false, failure: error.failure };
    return { ok: false, failure: { code: "crashed", reason: String((error as Error)?.message ?? error) } };
  }
}

async function performed(task: MediaTask): Promise<MediaResults[MediaTask["kind"]]> {
  switch (task.kind) {
    case "image": {
      const { fitImage } = await import("./images/fitted-image.ts");
      return fitImage(task);
    }
    case "pdf": {
      const { pdfText } = await import("./documents/pdf.ts");
      return pdfText(task);
    }
    case "notebook": {
      const { notebookText } = await import("./documents/notebook.ts");
      return notebookText(task.bytes);
    }
  }
}
