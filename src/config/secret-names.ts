/** Segments that make a variable's value a credential (20-local-tools "strict"), with their usual spellings. */
const CREDENTIAL_SEGMENTS = new Set([
  "KEY",
  "KEYS",
  "APIKEY",
  "SECRET",
  "SECRETS",
  "TOKEN",
  "TOKENS",
  "PASSWORD",
  "PASSWORDS",
  "PASSWD",
  "CREDENTIAL",
  "CREDENTIALS",
]);

/** Further segments that make a header's or a variable's value a secret to be masked (00-product). */
const SECRET_SEGMENTS = new Set([...CREDENTIAL_SEGMENTS, "AUTH", "AUTHORIZATION", "COOKIE", "COOKIES"]);

/** Whether a name has a KEY, SECRET, TOKEN, PASSWORD or CREDENTIAL segment: `MY_API_KEY`, `apiKey`, `X-Api-Key`. */
export function isCredentialName(name: string): boolean {
  return segmentsOf(name).some((segment) => CREDENTIAL_SEGMENTS.has(segment));
}

/** Whether a name has one of those segments, or AUTH or COOKIE: its value is masked wherever it would show. */
export function isSecretName(name: string): boolean {
  return segmentsOf(name).some((segment) => SECRET_SEGMENTS.has(segment));
}

/** Words of a name: split at everything that is no letter or digit, and where a small letter meets a capital. */
function segmentsOf(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toUpperCase()
    .split(/[^A-Z0-9]+/u);
}

const PUBLIC_NAMES =
  /^(HOME|PATH|PWD|USER|LOGNAME|SHELL|LANG|TERM|HOSTNAME|TMPDIR|TEMP|TMP|USERPROFILE|APPDATA|LOCALAPPDATA|SYSTEMROOT|LC_\w+|XDG_\w+)$/iu;

/** Variables of the system whose values everybody knows: masking a home folder would blind every path. */
export function isPublicName(name: string): boolean {
  return PUBLIC_NAMES.test(name);
}
