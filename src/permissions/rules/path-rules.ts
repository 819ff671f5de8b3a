import { followPath } from "../paths/follow.ts";
import type { Ground } from "../paths/ground.ts";
import type { PathQuestion } from "../paths/judge.ts";
import { folded } from "../paths/names.ts";
import { isProtectedName } from "../paths/protected.ts";
import type { PathGlob, PathRule, PathScope, RuleSet } from "./types.ts";
import { ANY_DEPTH, ANY_ONE, ANY_RUN, matchesSegments } from "./wildcards.ts";

/** The path rules of a turn, tied to its places. Each answer is the text of the first rule that speaks. */
export interface PathRules {
  denying(question: PathQuestion): string | undefined;
  allowing(question: PathQuestion): string | undefined;
  /** For protected paths: only a rule whose own literal part is protected admits one, never a wildcard. */
  allowingByName(question: PathQuestion): string | undefined;
  /** What `read` denials close below a folder, as ripgrep globs anchored there; undefined: there are none. */
  closedBelow(folder: string): readonly string[] | undefined;
  /** The first `bash-write` denial: it also holds for a target that cannot be told. */
  denyingAnyRedirect(): string | undefined;
}

interface Prepared {
  readonly text: string;
  readonly scope: PathScope;
  /** Undefined: any path. */
  readonly patterns: readonly (readonly string[])[] | undefined;
  readonly named: boolean;
}

/** Ties path rules to the places of a turn. */
export function pathRules(rules: RuleSet, ground: Ground): PathRules {
  const deny = rules.deny.filter(isPathRule).map((rule) => prepareDenial(rule, ground));
  const allow = rules.allow.filter(isPathRule).map((rule) => prepareAllowance(rule, ground));
  return {
    denying: (question) =>
      first(deny, scopesDenying(question), segmentsOf(folded(question.realPath), ground)),
    closedBelow: (folder) => {
      const reading = deny.filter((rule) => rule.scope === "read");
      return reading.length === 0
        ? undefined
        : reading.flatMap((rule) => globsBelow(rule, segmentsOf(folder, ground)));
    },
    denyingAnyRedirect: () => deny.find((rule) => rule.scope === "bash-write")?.text,
    allowing: (question) => first(allow, scopesAllowing(question), segmentsOf(question.realPath, ground)),
    allowingByName: (question) =>
      first(
        allow.filter((rule) => rule.named),
        scopesAllowing(question),
        segmentsOf(question.realPath, ground),
      ),
  };
}

function first(
  rules: readonly Prepared[],
  scopes: readonly PathScope[],
  segments: readonly string[],
): string | undefined {
  const spoken = rules.find(
    (rule) =>
      scopes.includes(rule.scope) &&
      (rule.patterns?.some((pattern) => matchesSegments(pattern, segments)) ?? true),
  );
  return spoken?.text;
}

function scopesDenying({ access, tool }: PathQuestion): readonly PathScope[] {
  if (access !== "write") return ["read"];
  return tool === "bash" ? ["bash-write"] : ["edit", "write"];
}

function scopesAllowing({ access, tool }: PathQuestion): readonly PathScope[] {
  if (access !== "write") return ["read"];
  if (tool === "bash") return ["bash-write"];
  return tool === "edit" ? ["edit"] : ["edit", "write"];
}

/**
 * A denial compares folded, covers everything below what it names, matches at any depth when it is a bare
 * name, and holds for the place that its literal part really leads to as well as for that part as written.
 */
function prepareDenial(rule: PathRule, ground: Ground): Prepared {
  const { text, scope, glob } = rule;
  if (glob === undefined) return { text, scope, patterns: undefined, named: false };
  const bare = glob.start === "" && glob.segments.length === 1 && glob.segments[0] !== "..";
  const written = bare ? [ANY_DEPTH, ...glob.segments] : [...startOf(glob, ground), ...glob.segments];
  const patterns = [written, throughLinks(written, ground)];
  return {
    text,
    scope,
    patterns: patterns.map((pattern) => [...pattern.map(folded), ANY_DEPTH]),
    named: false,
  };
}

/** An allowance is exact. Links in the repository never widen it: only an absolute path is followed. */
function prepareAllowance(rule: PathRule, ground: Ground): Prepared {
  const { text, scope, glob } = rule;
  if (glob === undefined) return { text, scope, patterns: undefined, named: false };
  const written = [...startOf(glob, ground), ...glob.segments];
  const pattern = withoutParents(glob.start === "" ? written : throughLinks(written, ground));
  const literal = toPath(literalPart(pattern), ground);
  return {
    text,
    scope,
    patterns: [pattern],
    named: isProtectedName(literal) || ground.isConfiguration(literal),
  };
}

function startOf({ start, drive }: PathGlob, ground: Ground): readonly string[] {
  if (start === "/") return drive === undefined ? [] : [drive];
  if (start === "~")
    return segmentsOf(followPath(ground.places.home, ground.places.platform).realPath, ground);
  return segmentsOf(ground.workspace, ground);
}

function literalPart(pattern: readonly string[]): readonly string[] {
  const wild = pattern.findIndex(
    (name) => name === ANY_DEPTH || name.includes(ANY_RUN) || name.includes(ANY_ONE),
  );
  return wild === -1 ? pattern : pattern.slice(0, wild);
}

function throughLinks(pattern: readonly string[], ground: Ground): readonly string[] {
  const literal = literalPart(pattern);
  const real = followPath(toPath(literal, ground), ground.places.platform).realPath;
  return [...segmentsOf(real, ground), ...pattern.slice(literal.length)];
}

function withoutParents(pattern: readonly string[]): readonly string[] {
  const kept: string[] = [];
  for (const name of pattern) {
    if (name === "..") kept.pop();
    else kept.push(name);
  }
  return kept;
}

function toPath(segments: readonly string[], ground: Ground): string {
  const joined = segments.join(ground.style.sep);
  return ground.places.platform === "win32" ? joined : `/${joined}`;
}

function segmentsOf(path: string, ground: Ground): string[] {
  return path.split(ground.places.platform === "win32" ? /[\\/]/ : "/").filter((name) => name !== "");
}

function isPathRule(rule: { readonly kind: string }): rule is PathRule {
  return rule.kind === "path";
}

/** Only what a glob can say: the rest is left to the verdict on each result. */
function globsBelow({ patterns }: Prepared, folder: readonly string[]): string[] {
  return (patterns ?? [[ANY_DEPTH, ANY_RUN, ANY_DEPTH]]).flatMap((pattern) => {
    const names = pattern.slice(0, -1);
    if (names[0] === ANY_DEPTH) return fileAndFolder(`**/${names.slice(1).map(globName).join("/")}`);
    const below =
      names.length > folder.length && folder.every((name, index) => folded(name) === names[index]);
    return below ? fileAndFolder(`/${names.slice(folder.length).map(globName).join("/")}`) : [];
  });
}

function fileAndFolder(glob: string): string[] {
  return glob.endsWith("/**") ? [glob] : [glob, `${glob}/`];
}

function globName(name: string): string {
  if (name === ANY_DEPTH) return "**";
  return name
    .replace(/[[\]{}*?!\\]/g, "[$&]")
    .replaceAll(ANY_RUN, "*")
    .replaceAll(ANY_ONE, "?");
}
