import { messageOf } from "./fault.ts";

/** The system's code of a failed call (`ENOENT`), which alone decides: messages differ by runtime. */
export function systemCode(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** A failed call of the system in words; undefined for any other failure and for a code that has no words here. */
export function knownSystemReason(error: unknown): string | undefined {
  const code = systemCode(error);
  return code === undefined || !Object.hasOwn(REASONS, code) ? undefined : REASONS[code];
}

/** Any failure in words: the system's where it is one of its own, else the failure's message. */
export function failureReason(error: unknown): string {
  return knownSystemReason(error) ?? messageOf(error);
}

/** A failed call of the system in words; a code that is not known here as it is. */
export function systemReason(error: unknown): string {
  return knownSystemReason(error) ?? systemCode(error) ?? "the system gives no reason";
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "the system does not allow it",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of the path is not a folder",
  EEXIST: "something else stands there",
  ENOENT: "it does not exist",
  ELOOP: "its links lead in a circle",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EFBIG: "it would be too large for the file system",
  EROFS: "the file system is read-only",
  ENAMETOOLONG: "the name is too long",
  EINVAL: "the file system does not take this name",
  EMFILE: "too many files are open",
  ENFILE: "too many files are open",
  EIO: "the device failed",
  EBADF: "it is not open",
  ETXTBSY: "the program in it is running",
  ENXIO: "it is no regular file",
};
