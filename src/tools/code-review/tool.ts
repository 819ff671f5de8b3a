import type { GatedContext } from "../../contract/permission.ts";
import type { RuntimeTool } from "../../contract/tool.ts";
import type { LocalServices } from "../services.ts";
import { codeReviewDefinition, type codeReviewSchema } from "./definition.ts";

export type ReviewServices = Pick<
  LocalServices,
  "workspace" | "platform" | "programs" | "environments" | "processes" | "delegation"
>;

/** The code_review tool of a workspace in a git work tree; git is started with a call only. */
export function createCodeReviewTool(
  services: ReviewServices,
): RuntimeTool<typeof codeReviewSchema, GatedContext> {
  return {
    def: codeReviewDefinition,
    impl: {
      async execute({ paths }, input, signal) {
        const { runCodeReview } = await import("./run-code-review.ts");
        return runCodeReview({ services, paths, signal }, input);
      },
    },
    source: "builtin",
  };
}
