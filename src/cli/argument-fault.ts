import type { ArgumentScannerError } from "@stricli/core";
import { type FaultText, messageOf } from "../output/fault.ts";
import { nearest } from "../output/nearest.ts";
import { texts } from "./texts.ts";

/**
 * What is wrong with the words behind a command, and with which flag or argument. `command` is the command as
 * typed, for the hint that leads to its help; `verbs` are those that it has.
 */
export function argumentFault(
  error: ArgumentScannerError,
  command: string,
  verbs: readonly string[],
): FaultText {
  return { hint: texts.seeHelp(command), ...told(error as unknown as ScannerFacts, verbs) };
}

/**
 * What stricli's errors carry. They are told apart by what they hold: their classes are not exported, and the
 * names by which stricli's own formatter knows them do not survive the minified build.
 */
interface ScannerFacts {
  readonly input?: string;
  readonly externalFlagName?: string;
  readonly externalFlagNameOrPlaceholder?: string;
  readonly corrections?: readonly string[];
  readonly exception?: unknown;
  readonly values?: readonly string[];
  readonly previousInput?: string;
  readonly expectedCount?: number;
  readonly placeholder?: string;
  readonly valueText?: string;
  readonly nextFlagName?: string;
}

function told(facts: ScannerFacts, verbs: readonly string[]): FaultText {
  const { input = "" } = facts;
  if (facts.externalFlagName !== undefined) return aboutFlag(flagName(facts.externalFlagName), facts);
  if (facts.externalFlagNameOrPlaceholder !== undefined) {
    return { what: messageOf(facts.exception), where: parameterName(facts.externalFlagNameOrPlaceholder) };
  }
  if (facts.placeholder !== undefined) return { what: texts.missingArgument, where: facts.placeholder };
  if (facts.expectedCount !== undefined) {
    return { what: texts.tooMany(input), ...didYouMean(nearest(input, verbs)) };
  }
  if (facts.corrections === undefined) return { what: texts.unknownFlag(`-${input}`), where: `-${input}` };
  const flag = flagName(input);
  const near = nearest(flag, facts.corrections.map(flagName));
  return { what: texts.unknownFlag(flag), where: flag, ...didYouMean(near) };
}

function aboutFlag(flag: string, facts: ScannerFacts): FaultText {
  const { input = "", values, previousInput, valueText, nextFlagName } = facts;
  if (values !== undefined) {
    return { what: texts.notOneOf(input, values), where: flag, ...didYouMean(nearest(input, values)) };
  }
  if (previousInput !== undefined) return { what: texts.givenTwice(previousInput, input), where: flag };
  if (valueText !== undefined) return { what: texts.negated(flag, valueText), where: flag };
  return { what: nextFlagName === undefined ? texts.missingFlag : texts.flagNeedsValue, where: flag };
}

function didYouMean(names: readonly string[]): Pick<FaultText, "hint"> {
  return names.length === 0 ? {} : { hint: texts.didYouMean(names) };
}

/** A flag as typed (`--max-bytes`), a positional as its placeholder in capitals. */
function parameterName(name: string): string {
  return name === name.toUpperCase() ? name : flagName(name);
}

function flagName(name: string): string {
  if (name.startsWith("-")) return name;
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
