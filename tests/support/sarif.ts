import Ajv, { type ValidateFunction } from "ajv";

/** Judges a SARIF document by the published schema. */
export async function sarifValidator(): Promise<ValidateFunction> {
  const schema = await Bun.file(
    new URL("../../node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json", import.meta.url),
  ).json();
  const ajv = new Ajv({ strict: false, validateFormats: false, validateSchema: false, unicodeRegExp: false });
  return ajv.compile({ ...schema, $schema: undefined, $id: undefined, id: undefined });
}
