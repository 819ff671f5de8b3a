import { buildCommand as buildPlain, type Command } from "@stricli/core";
import type { CliContext } from "./context.ts";

/** The library's builder, whose help also shows arguments that may be left out, and what a flag's value is. */
export const buildCommand: typeof buildPlain = ((built: Parameters<typeof buildPlain>[0]) => {
  const command = buildPlain(built);
  const parts = command.parameters as Parts;
  const usage = (prefix: readonly string[]): string => [...prefix, ...argumentsOf(parts)].join(" ");
  return {
    ...command,
    formatUsageLine: (args) => usage(args.prefix),
    formatHelp: (args) => withValues(command.formatHelp(args), parts, usage(args.prefix)),
  } satisfies typeof command;
}) as typeof buildPlain;

interface Argument {
  readonly placeholder?: string;
  readonly optional?: boolean;
  readonly default?: unknown;
  readonly minimum?: number;
}

interface Parts {
  readonly positional?:
    | { readonly kind: "tuple"; readonly parameters: readonly Argument[] }
    | { readonly kind: "array"; readonly parameter: Argument; readonly minimum?: number };
  readonly flags?: Readonly<Record<string, { readonly kind: string; readonly placeholder?: string }>>;
}

type Formatting = Command<CliContext>["formatHelp"];

function argumentsOf({ positional }: Parts): readonly string[] {
  if (positional === undefined) return [];
  if (positional.kind === "tuple") return positional.parameters.map((argument) => shown(argument, ""));
  const { parameter, minimum = 0 } = positional;
  return [shown({ ...parameter, optional: minimum === 0 }, "...")];
}

function shown({ placeholder = "ARG", optional, default: fallback }: Argument, more: string): string {
  // A placeholder of several words says by itself what may be left out.
  if (placeholder.includes(" ")) return placeholder;
  const needed = optional !== true && fallback === undefined;
  return needed ? `<${placeholder}>${more}` : `[${placeholder}]${more}`;
}

const FLAG_ROW = /^( {2}.. {1,2})(\S+)( +)(.*)$/;

/** Names the values in the table of flags, and renews its first column's width. */
function withValues(help: ReturnType<Formatting>, parts: Parts, usage: string): string {
  const lines = help.split("\n");
  const first = lines.indexOf("FLAGS") + 1;
  if (first === 0) return help;
  lines[1] = `  ${usage}`;
  const end = lines.indexOf("", first);
  const rows = lines.slice(first, end === -1 ? lines.length : end).map((line) => FLAG_ROW.exec(line));
  const cells = rows.map((row) => `${row?.[1]}${row?.[2]}${valueShown(row?.[2] ?? "", parts)}`);
  const width = Math.max(...cells.map((cell) => cell.length));
  cells.forEach((cell, index) => {
    lines[first + index] = `${cell.padEnd(width)}  ${rows[index]?.[4]}`;
  });
  return lines.join("\n");
}

/** ` VALUE` behind a flag that takes one; the values of an enumeration stand at the end of its line. */
function valueShown(cell: string, { flags = {} }: Parts): string {
  const name = /--([a-z0-9-]+)/
    .exec(cell)?.[1]
    ?.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
  const flag = name === undefined ? undefined : flags[name];
  return flag?.kind !== "parsed" || flag.placeholder === undefined ? "" : ` ${flag.placeholder}`;
}
