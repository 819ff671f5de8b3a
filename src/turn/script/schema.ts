import { type Static, Type } from "@sinclair/typebox";
import { closedObject, dictionary, listOf, text } from "../../config/schema-parts.ts";

const Model = closedObject({
  provider: Type.Optional(text()),
  id: Type.Optional(text()),
  contextWindow: Type.Optional(Type.Integer({ minimum: 1, description: "Tokens" })),
  supports: Type.Optional(
    closedObject({ image: Type.Optional(Type.Boolean()), video: Type.Optional(Type.Boolean()) }),
  ),
});

const Call = closedObject({ tool: text(), args: Type.Optional(Type.Unknown()) });

const Expectation = closedObject({
  call: Type.Integer({ minimum: 0, description: "Position in the step's calls, from 0" }),
  contains: Type.Optional(Type.String()),
  matches: Type.Optional(Type.String({ description: "RE2 pattern, found anywhere in the text" })),
  equals: Type.Optional(Type.String()),
  isError: Type.Optional(Type.Boolean()),
  details: Type.Optional(dictionary(Type.Unknown(), { description: "JSON pointer (RFC 6901) to value" })),
});

const Step = closedObject({
  say: Type.Optional(Type.String()),
  calls: Type.Optional(listOf(Call)),
  expect: Type.Optional(listOf(Expectation)),
});

/** The shape of a turn script (60-turn); `turnkit schema turn-script` prints it. */
export const TurnScriptSchema = closedObject({
  model: Type.Optional(Model),
  handOver: Type.Optional(
    Type.Boolean({ description: "Hand long foreground commands to background tasks, as with a live model" }),
  ),
  steps: listOf(Step),
});

export type WrittenScript = Static<typeof TurnScriptSchema>;
export type WrittenStep = Static<typeof Step>;
export type WrittenExpectation = Static<typeof Expectation>;
