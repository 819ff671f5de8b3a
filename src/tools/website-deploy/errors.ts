import { Fault } from "../../output/fault.ts";
import { systemCode, systemReason } from "../../output/system-error.ts";
import { deployTexts as texts } from "./texts.ts";

export const DEPLOY_CODES = [
  "not_a_folder",
  "own_folder",
  "bad_name",
  "nothing_to_publish",
  "too_many_files",
  "too_large",
  "too_deep",
  "changed_meanwhile",
  "unreadable",
  "occupied",
  "busy",
  "unwritable",
  "bad_url",
  "refused",
  "redirected",
  "connection_failed",
] as const;
export type DeployCode = (typeof DEPLOY_CODES)[number];

function fault(code: DeployCode, what: string, data?: Readonly<Record<string, unknown>>, cause?: unknown) {
  return new Fault<DeployCode>(code, { what, data, cause });
}

/** The faults of a deployment, one maker per code; whatever was published before stays. */
export const deployFault = {
  notAFolder: (path: string) => fault("not_a_folder", texts.notAFolder(path)),
  ownFolder: (path: string) => fault("own_folder", texts.ownFolder(path)),
  badName: (name: string) => fault("bad_name", texts.badName(name)),
  nothing: (path: string) => fault("nothing_to_publish", texts.nothing(path)),
  tooManyFiles: (path: string, most: number) =>
    fault("too_many_files", texts.tooManyFiles(path, most), { most }),
  tooLarge: (path: string, most: number) => fault("too_large", texts.tooLarge(path, most), { most }),
  tooDeep: (path: string, most: number) => fault("too_deep", texts.tooDeep(path, most), { most }),
  changed: (file: string) => fault("changed_meanwhile", texts.changed(file)),
  unreadable: (file: string, reason: string) => fault("unreadable", texts.unreadable(file, reason)),
  occupied: (place: string) => fault("occupied", texts.occupied(place)),
  busy: (name: string) => fault("busy", texts.busy(name)),
  unwritable: (place: string, cause: unknown) =>
    fault("unwritable", texts.unwritable(place, systemReason(cause)), { errno: systemCode(cause) }, cause),
  badUrl: () => fault("bad_url", texts.badUrl()),
  refused: (url: string, status: number, answer: string) =>
    fault("refused", texts.refused(url, status, answer), { status }),
  redirected: (url: string, status: number) => fault("redirected", texts.redirected(url, status), { status }),
  connection: (url: string, reason: string, cause?: unknown) =>
    fault("connection_failed", texts.connection(url, reason), {}, cause),
};
