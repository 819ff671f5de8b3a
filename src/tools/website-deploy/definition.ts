import { type Static, Type } from "@sinclair/typebox";
import type { ToolDefinition } from "../../contract/tool.ts";
import { mendArguments } from "../files/mend-arguments.ts";
import { deployTexts as texts } from "./texts.ts";

const schema = Type.Object(
  {
    directory: Type.String({ minLength: 1, description: texts.parameters.directory }),
    name: Type.Optional(Type.String({ description: texts.parameters.name })),
  },
  { additionalProperties: false },
);

export type DeployInput = Static<typeof schema>;

/** What the model sees of `website_deploy`. */
export const websiteDeployDefinition: ToolDefinition<typeof schema> = {
  name: "website_deploy",
  label: "Publish a website",
  description: texts.description(),
  schema,
  executionMode: "sequential",
  prepareArguments: (raw) =>
    mendArguments(raw, {
      aliases: { directory: ["path", "dir", "folder"], name: ["site_name", "siteName", "site"] },
      optional: ["name"],
    }) as DeployInput,
};
