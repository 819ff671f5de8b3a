import { type ArtifactPins, PINNED } from "../artifact/pins.ts";
import { fetchFault } from "./errors.ts";
import { parseIntegrity } from "./integrity.ts";

/** The four flags that name another artifact than the pinned one. */
export interface PinFlags {
  readonly package?: string;
  readonly integrity?: string;
  readonly cliSha256?: string;
  readonly toolsVersion?: string;
}

const FLAGS = {
  package: "--package",
  integrity: "--integrity",
  cliSha256: "--cli-sha256",
  toolsVersion: "--tools-version",
} as const;

const NAME_AT_VERSION =
  /^((?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*)@([0-9A-Za-z][0-9A-Za-z.+-]*)$/;

/**
 * The pins of this release, or the caller's own: all four or none, so that no check is left out by accident.
 * @throws Fault `pins_incomplete`, `pin_invalid` (exit 2).
 */
export function pinsFrom(flags: PinFlags): ArtifactPins {
  const keys = Object.keys(FLAGS) as (keyof PinFlags)[];
  const given = keys.filter((key) => flags[key] !== undefined);
  if (given.length === 0) return PINNED;
  if (given.length < keys.length) {
    throw fetchFault.pinsIncomplete(keys.filter((key) => !given.includes(key)).map((key) => FLAGS[key]));
  }
  return ownPins(flags as Required<PinFlags>);
}

function ownPins(flags: Required<PinFlags>): ArtifactPins {
  const match = NAME_AT_VERSION.exec(flags.package);
  const [, packageName, version] = match ?? [];
  if (packageName === undefined || version === undefined) {
    throw fetchFault.pinInvalid(FLAGS.package, flags.package, "NAME@VERSION with an exact version");
  }
  const cliSha256 = flags.cliSha256.toLowerCase();
  if (!/^[0-9a-f]{64}$/.test(cliSha256)) {
    throw fetchFault.pinInvalid(FLAGS.cliSha256, flags.cliSha256, "64 hex digits");
  }
  if (flags.toolsVersion.trim() === "") {
    throw fetchFault.pinInvalid(FLAGS.toolsVersion, flags.toolsVersion, "a version");
  }
  return {
    packageName,
    version,
    integrity: integrityOf(flags.integrity),
    cliSha256,
    toolsVersion: flags.toolsVersion,
  };
}

function integrityOf(text: string): string {
  try {
    return parseIntegrity(text).text;
  } catch {
    throw fetchFault.pinInvalid(FLAGS.integrity, text, "an integrity text such as sha512-… in base64");
  }
}
