import { printableSchema } from "../../config/print-schema.ts";
import { ExitCode } from "../../output/exit-codes.ts";
import { Fault } from "../../output/fault.ts";
import { jsonDocument } from "../../output/json.ts";
import { nearest } from "../../output/nearest.ts";
import { renderTable } from "../../output/table.ts";
import type { CliContext } from "../context.ts";
import type { GlobalFlags } from "../global-flags.ts";
import { SCHEMAS } from "../schemas/registry.ts";

export async function runSchema(this: CliContext, flags: GlobalFlags, ...words: string[]): Promise<void> {
  const { stdout } = this.host;
  if (words.length === 0) {
    const schemas = SCHEMAS.map(({ name, about }) => ({ name, about }));
    stdout.write(
      flags.json === true ? jsonDocument({ schemaVersion: 1, schemas }) : await table(stdout.columns),
    );
    return;
  }
  const name = words.join("-");
  const found = SCHEMAS.find((schema) => schema.name === name);
  if (found === undefined) throw unknownSchema(name);
  stdout.write(jsonDocument(printableSchema(`turnkit: ${found.about}`, await found.load())));
}

function table(width: number | undefined): Promise<string> {
  return renderTable({
    columns: [{ header: "SCHEMA" }, { header: "OF", shrink: true }],
    rows: SCHEMAS.map(({ name, about }) => [name, about]),
    width,
  });
}

function unknownSchema(name: string): Fault {
  const near = nearest(
    name,
    SCHEMAS.map((schema) => schema.name),
  );
  return new Fault("unknown_schema", {
    what: `There is no schema ${JSON.stringify(name)}`,
    where: "NAME",
    hint:
      near.length === 0
        ? "turnkit schema lists them"
        : `Did you mean ${near.map((one) => `"${one}"`).join(" or ")}?`,
    exit: ExitCode.usage,
  });
}
