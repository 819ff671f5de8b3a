import { type Static, Type } from "@sinclair/typebox";
import type { ToolDefinition } from "../../contract/tool.ts";
import {
  DESCRIPTION_CHARACTERS,
  LABEL_CHARACTERS,
  OPTIONS_LEAST,
  OPTIONS_MOST,
  QUESTION_CHARACTERS,
  STEPS,
  TITLE_CHARACTERS,
} from "./limits.ts";
import { mendQuestions } from "./mend-questions.ts";
import { askTexts as texts } from "./texts.ts";
import { SELECTION_MODES, type SelectionMode } from "./types.ts";

const { parameters } = texts;

const option = Type.Object(
  {
    label: Type.String({ minLength: 1, maxLength: LABEL_CHARACTERS, description: parameters.label }),
    description: Type.Optional(
      Type.String({ maxLength: DESCRIPTION_CHARACTERS, description: parameters.description }),
    ),
    recommended: Type.Optional(Type.Boolean({ description: parameters.recommended })),
  },
  { additionalProperties: false },
);

const step = Type.Object(
  {
    question: Type.String({
      minLength: 1,
      maxLength: QUESTION_CHARACTERS,
      description: parameters.question,
    }),
    options: Type.Array(option, {
      minItems: OPTIONS_LEAST,
      maxItems: OPTIONS_MOST,
      description: parameters.options,
    }),
    selectionMode: Type.Optional(
      Type.Unsafe<SelectionMode>({
        type: "string",
        enum: [...SELECTION_MODES],
        description: parameters.selectionMode,
      }),
    ),
  },
  { additionalProperties: false },
);

const schema = Type.Object(
  {
    steps: Type.Array(step, { minItems: 1, maxItems: STEPS, description: parameters.steps }),
    title: Type.Optional(Type.String({ maxLength: TITLE_CHARACTERS, description: parameters.title })),
    requiresExplicitResponse: Type.Optional(
      Type.Boolean({ description: parameters.requiresExplicitResponse }),
    ),
  },
  { additionalProperties: false },
);

export type AskUserInput = Static<typeof schema>;

/** What the model sees of `ask_user`. */
export const askUserDefinition: ToolDefinition<typeof schema> = {
  name: "ask_user",
  label: "Ask the user",
  description: texts.description(),
  schema,
  executionMode: "sequential",
  prepareArguments: (raw) => mendQuestions(raw) as AskUserInput,
};
