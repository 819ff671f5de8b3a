import type { AnyTool } from "../contract/tool.ts";
import { createBashTool } from "./bash/tool.ts";
import { createEditTool } from "./edit/tool.ts";
import { createGlobTool } from "./glob/tool.ts";
import { createGrepTool } from "./grep/tool.ts";
import { createReadTool } from "./read/tool.ts";
import type { LocalServices } from "./services.ts";
import { createTodoWriteTool } from "./todowrite/tool.ts";
import { createWriteTool } from "./write/tool.ts";

/** The local tools that exist always, in the order of the catalog; starts nothing. */
export function createLocalTools(services: LocalServices): AnyTool[] {
  return [
    createReadTool(services),
    createWriteTool(services),
    createEditTool(services),
    createBashTool(services),
    createGrepTool(services),
    createGlobTool(services),
    createTodoWriteTool(services),
  ];
}
