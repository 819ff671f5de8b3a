import type { AnyTool } from "../contract/tool.ts";
import { createBashTool } from "./bash/tool.ts";
import { createEditTool } from "./edit/tool.ts";
import { createGlobTool } from "./glob/tool.ts";
import { createGrepTool } from "./grep/tool.ts";
import { createReadTool } from "./read/tool.ts";
import type { LocalServices } from "./services.ts";
import { createTaskTools } from "./tasks/tools.ts";
import { createTodoWriteTool } from "./todowrite/tool.ts";
import { createWriteTool } from "./write/tool.ts";

/** The local tools, in the order of the catalog: those that exist always, then those that this turn provides for. */
export function createLocalTools(services: LocalServices): AnyTool[] {
  return [
    createReadTool(services),
    createWriteTool(services),
    createEditTool(services),
    createBashTool(services),
    createGrepTool(services),
    createGlobTool(services),
    createTodoWriteTool(services),
    ...(services.tasks === undefined ? [] : createTaskTools(services.tasks)),
  ];
}
