import { folded } from "./names.ts";

/** Folders whose whole content is secret, wherever they are. */
const FOLDERS = new Set([
  ".ssh",
  ".aws",
  ".gnupg",
  ".gpg",
  ".azure",
  ".kube",
  ".password-store",
  ".env",
  "keychains",
]);

/** Names of files that hold keys or passwords. */
const FILES = new Set([
  ".netrc",
  "_netrc",
  ".git-credentials",
  ".pgpass",
  "pgpass.conf",
  ".my.cnf",
  ".mylogin.cnf",
  ".pypirc",
  ".vault-token",
  ".s3cfg",
  ".boto",
  ".htpasswd",
  ".dockercfg",
  ".npmrc",
  "credentials",
  "credentials.json",
  "credentials.tfrc.json",
  "credentials.toml",
  ".credentials.json",
  "application_default_credentials.json",
  "logins.json",
  "key3.db",
  "key4.db",
  "login data",
  "login.keychain",
  "shadow",
  "shadow-",
  "gshadow",
  "gshadow-",
]);

/** `.env`, `.env.local`, `.envrc`, … but not `.env.example`. */
const ENVIRONMENT = /^\.env(?!\.example$)/;
const ENVIRONMENT_FOLDER = /^\.env\./;
/** Private keys by their usual names (the `.pub` beside them is public) and stores of keys by extension. */
const PRIVATE_KEY = /^id_(rsa|dsa|ecdsa|ed25519|xmss)(?!.*\.pub$)|^ssh_host_.*_key(?!\.pub$)/;
const KEY_EXTENSIONS = [
  "pem",
  "key",
  "p8",
  "p12",
  "pfx",
  "ppk",
  "jks",
  "keystore",
  "bks",
  "kdb",
  "kdbx",
  "keychain",
  "keychain-db",
];
const KEY_FILE = new RegExp(`\\.(${KEY_EXTENSIONS.join("|")})(\\.bak|\\.old|~)?$`);
/** Stores that are only told by where they lie. */
const PLACES = [
  "/.docker/config.json",
  "/.config/gcloud",
  "/.config/gh/hosts.yml",
  "/.config/hub",
  "/.config/git/credentials",
  "/.config/rclone/rclone.conf",
  "/.config/op",
  "/.config/sops/age",
  "/.gem/credentials",
  "/.cargo/credentials",
  "/.m2/settings.xml",
  "/.m2/settings-security.xml",
  "/.gradle/gradle.properties",
  "/.terraform.d/credentials.tfrc.json",
  "/.local/share/keyrings",
  "/.mozilla",
  "/library/keychains",
];
const PLACE = new RegExp(`(${PLACES.map((place) => place.replaceAll(".", "\\.")).join("|")})([./]|$)`);

/**
 * Whether a path is on the secret list (20-local-tools). It is told by its names, after links were followed;
 * case and composition do not count.
 */
export function isSecretPath(realPath: string): boolean {
  const path = folded(realPath).replaceAll("\\", "/");
  const names = path.split("/");
  const last = names.pop() ?? "";
  if (isSecretFile(last) || FOLDERS.has(last)) return true;
  if (names.some((name) => FOLDERS.has(name) || ENVIRONMENT_FOLDER.test(name))) return true;
  return PLACE.test(path);
}

/** The same of a name alone, folded already. */
export function isSecretFile(name: string): boolean {
  return FILES.has(name) || ENVIRONMENT.test(name) || PRIVATE_KEY.test(name) || KEY_FILE.test(name);
}

/** Whether a folder's path could make a harmless name below it a secret; folded or not. */
export function mayHoldSecretPlace(folder: string): boolean {
  return /[\\/]\.|[\\/]library[\\/]/i.test(folder);
}

/**
 * The list as globs of ripgrep, compared without case, so that a search need not open what it may not show.
 * Where a glob cannot say it exactly it takes more: `id_rsa.pub` is searched, `id_rsa_old.pub` is not.
 */
export const SECRET_GLOBS: readonly string[] = [
  ...[...FOLDERS].map((name) => `${name}/`),
  ".env.*/",
  ...FILES,
  ...allBut(".env", ".example"),
  ...["id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", "id_xmss"].flatMap((name) => allBut(name, ".pub")),
  "ssh_host_*_key",
  ...KEY_EXTENSIONS.flatMap((extension) => ["", ".bak", ".old", "~"].map((more) => `*.${extension}${more}`)),
  ...PLACES.flatMap((place) => [`**${place}`, `**${place}.*`, `**${place}/`]),
];

/** Names that start with `start`, but not `start` + `end` itself: globs have no exceptions. */
function allBut(start: string, end: string): string[] {
  const partial = Array.from(end, (_, index) => start + end.slice(0, index));
  return [
    ...partial,
    ...partial.map((prefix, index) => `${prefix}[!${end.charAt(index)}]*`),
    `${start}${end}?*`,
  ];
}
