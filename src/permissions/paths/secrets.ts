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
const KEY_FILE =
  /\.(pem|key|p8|p12|pfx|ppk|jks|keystore|bks|kdbx?|keychain(-db)?|asc\.key|gpg-key|tfstate-key)(\.bak|\.old|~)?$/;
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

function isSecretFile(name: string): boolean {
  return FILES.has(name) || ENVIRONMENT.test(name) || PRIVATE_KEY.test(name) || KEY_FILE.test(name);
}
