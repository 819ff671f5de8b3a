import { spawn } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { sha1 } from "./artifact.ts";
import { workspace } from "./workspace.ts";

const FOLDER = resolve(import.meta.dirname, "../services");

/** The absolute path of a file in a test service's package; the services are installed with their first use. */
export function servicePath(file: string): string {
  const path = join(FOLDER, "node_modules", file);
  if (!existsSync(path)) {
    const command = [process.execPath, "install", "--frozen-lockfile", "--ignore-scripts"];
    const { exitCode, stderr } = Bun.spawnSync(command, { cwd: FOLDER, stderr: "pipe", stdout: "ignore" });
    if (exitCode !== 0) throw new Error(`Cannot install the test services: ${stderr.toString()}`);
  }
  return path;
}

export interface Registry extends AsyncDisposable {
  /** With a slash at its end. */
  readonly url: string;
  /** Of the one user, who may read everything and publish. */
  readonly token: string;
  publish(name: string, version: string, tgz: Buffer): Promise<void>;
}

const CONFIG = `storage: ./storage
auth: {htpasswd: {file: ./htpasswd, max_users: 10}}
uplinks: {}
packages:
  "@private/*": {access: $authenticated, publish: $authenticated}
  "**": {access: $all, publish: $authenticated}
log: {type: stdout, format: json, level: fatal}
`;

/** A real registry (Verdaccio) in a folder of its own, without any uplink. */
export async function startRegistry(): Promise<Registry> {
  const folder = workspace({ "config.yaml": CONFIG });
  mkdirSync(join(folder.path, "storage"));
  const port = await freePort();
  const program = servicePath("verdaccio/bin/verdaccio");
  const config = join(folder.path, "config.yaml");
  const child = spawn(process.execPath, [program, "--config", config, "--listen", `127.0.0.1:${port}`], {
    cwd: folder.path,
    env: { PATH: process.env.PATH, HOME: folder.path },
    stdio: "ignore",
  });
  const url = `http://127.0.0.1:${port}/`;
  await answering(`${url}-/ping`);
  const token = await userToken(url);
  return {
    url,
    token,
    publish: (name, version, tgz) => publish({ url, token }, { name, version, tgz }),
    async [Symbol.asyncDispose]() {
      const gone = new Promise((done) => child.once("exit", done));
      if (child.exitCode === null && child.signalCode === null && child.kill("SIGKILL")) await gone;
      folder[Symbol.dispose]();
    },
  };
}

async function userToken(url: string): Promise<string> {
  const response = await fetch(`${url}-/user/org.couchdb.user:tester`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "tester", password: "password1" }),
  });
  return ((await response.json()) as { token: string }).token;
}

async function publish(
  { url, token }: { url: string; token: string },
  { name, version, tgz }: { name: string; version: string; tgz: Buffer },
): Promise<void> {
  const file = `${name.split("/").at(-1)}-${version}.tgz`;
  const tarball = `${url}${name}/-/${file}`;
  const document = {
    _id: name,
    name,
    "dist-tags": { latest: version },
    versions: { [version]: { name, version, dist: { shasum: sha1(tgz), tarball } } },
    _attachments: {
      [file]: { content_type: "application/octet-stream", data: tgz.toString("base64"), length: tgz.length },
    },
  };
  const response = await fetch(url + name.replace("/", "%2f"), {
    method: "PUT",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify(document),
  });
  if (!response.ok) throw new Error(`Cannot publish ${name}: ${response.status} ${await response.text()}`);
}

/** Writes an npmrc into a home folder, one line per entry. */
export function writeNpmrc(home: string, ...lines: readonly string[]): void {
  writeFileSync(join(home, ".npmrc"), `${lines.join("\n")}\n`);
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as { port: number };
  await new Promise<void>((done) => server.close(() => done()));
  return port;
}

/** Waits until a service answers at all. */
export async function answering(url: string): Promise<void> {
  for (let round = 0; round < 200; round++) {
    const answered = await fetch(url).then(
      () => true,
      () => false,
    );
    if (answered) return;
    await Bun.sleep(50);
  }
  throw new Error(`Nothing answers at ${url}`);
}
