/**
 * Hosted connector calls against an empty program and against mcporter, leases under load, and fetching against
 * curl, sha512sum and tar. `bun run build && bun install --cwd bench && bun bench/mcode-tools/run.ts`
 */
import { createHash, randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createConnection, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { thisMachine } from "../../scripts/targets.ts";
import { archive, goodEntries, pinFlags, pinsOf } from "../../tests/support/artifact.ts";
import { compare, median, row } from "../measure.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const BINARY = join(ROOT, "dist", thisMachine().executable);
const SERVER = join(ROOT, "node_modules/@modelcontextprotocol/server-everything/dist/index.js");
const MCPORTER = join(ROOT, "bench/node_modules/mcporter/dist/cli.js");
const PREFIX = "__MAVIS_MCODE_TOOLS_";
const HEAD = "|---|---|---|---|---|";

if (process.argv[2] === "inside") await inside(process.argv[3] ?? "");
else await outside();

/** Prepares a host and runs the measurements below it. */
async function outside(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "turnkit-bench-"));
  try {
    mkdirSync(join(folder, "data"));
    const token = join(folder, "token");
    writeFileSync(token, randomBytes(32).toString("base64url"));
    chmodSync(token, 0o600);
    const servers = { everything: { command: process.execPath, args: [SERVER] } };
    const connectors = { auth: { file: token }, lease: true, servers };
    writeFileSync(join(folder, "data/config.yaml"), `connectors: ${JSON.stringify(connectors)}\n`);
    const self = [process.execPath, import.meta.filename, "inside", folder];
    const command = [BINARY, "--data-dir", join(folder, "data"), "lease", "exec", "--", ...self];
    const child = Bun.spawn(command, { cwd: folder, stdin: "ignore", stdout: "inherit", stderr: "inherit" });
    if ((await child.exited) !== 0) throw new Error("The measurements inside the host failed");
    await fetching(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function inside(folder: string): Promise<void> {
  const empty = join(folder, "empty");
  writeFileSync(join(folder, "empty.ts"), "");
  Bun.spawnSync(
    [process.execPath, "build", "--compile", "--minify", join(folder, "empty.ts"), `--outfile=${empty}`],
    {
      stdout: "ignore",
    },
  );
  const call = [
    "mcode-tools",
    "connector",
    "call",
    "connector__everything__echo",
    "--args",
    '{"message":"hi"}',
  ];
  // The servers are warm before anything is measured.
  Bun.spawnSync(call, { stdout: "ignore" });
  console.log(`| hosted | turnkit | empty program | ratio | peak |\n${HEAD}`);
  console.log(row("`connector call`", await compare({ command: call }, { command: [empty] }, 25)));
  const stdio = `${process.execPath} ${SERVER}`;
  const peer = [process.execPath, MCPORTER, "call", "--stdio", stdio, "echo", "message=hi"];
  console.log(`\n| cold stdio server | turnkit, hosted | mcporter | ratio | peak |\n${HEAD}`);
  console.log(row("`connector call`", await compare({ command: call }, { command: peer }, 5)));
  await leases(1000, 3);
}

/** Requests at a steady rate over connections that are used up to their limit. */
async function leases(perSecond: number, seconds: number): Promise<void> {
  const capability = readFileSync(process.env[`${PREFIX}BROKER_CAPABILITY_FILE`] ?? "", "utf8").trim();
  const request = { version: 1, requestId: "b", capability, method: "lease", minValidityMs: 0 };
  const body = Buffer.from(JSON.stringify(request));
  const frame = Buffer.concat([Buffer.from([0, 0, body.length >> 8, body.length & 255]), body]);
  const took: number[] = [];
  const lanes = 8;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      let socket: Socket | undefined;
      for (let n = 0; n < (perSecond * seconds) / lanes; n++) {
        if (socket === undefined || n % 256 === 0) {
          socket?.destroy();
          socket = createConnection(process.env[`${PREFIX}BROKER_ENDPOINT`] ?? "");
        }
        const due = started + ((n * lanes + lane) * 1000) / perSecond;
        const early = due - performance.now();
        if (early > 1) await Bun.sleep(early);
        const sent = performance.now();
        socket.write(frame);
        await new Promise<void>((done) => socket?.once("data", () => done()));
        took.push(performance.now() - sent);
      }
      socket?.destroy();
    }),
  );
  const rate = took.length / ((performance.now() - started) / 1000);
  const p99 = took.sort((a, b) => a - b)[Math.floor(took.length * 0.99)] ?? 0;
  console.log(
    `\nleases: ${rate.toFixed(0)} a second, median ${median(took).toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`,
  );
}

/** A package of 50 MB from loopback, hashed and unpacked while it arrives. */
async function fetching(folder: string): Promise<void> {
  const cli = "export {};\n";
  const filler = randomBytes(50_000_000);
  const tgz = await archive([[{ name: "package/filler.bin" }, filler], ...goodEntries(cli)]);
  const hash = createHash("sha512").update(tgz).digest("base64");
  using server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response(tgz) });
  const url = `http://127.0.0.1:${server.port}/a.tgz`;
  const pins = { ...pinsOf(tgz, cli), integrity: `sha512-${hash}` };
  // Both start from nothing: replacing 50 MB that an earlier run left measures the file system.
  const [cache, own, out] = ["cache", "own", "peer"].map((name) => join(folder, name));
  const fresh = `rm -rf '${cache}' '${own}' '${out}'; mkdir '${out}'; set -o pipefail;`;
  const fetch = [BINARY, "fetch-mcode-tools", "--url", url, "--out", own, ...pinFlags(pins)];
  const subject = `${fresh} XDG_CACHE_HOME='${cache}' '${fetch.join("' '")}'`;
  const peer = `${fresh} curl -sS '${url}' | tee >(sha512sum > /dev/null) | tar xz -C '${out}'`;
  console.log(`\n| 50 MB from loopback | turnkit | curl, sha512sum, tar xz | ratio | peak |\n${HEAD}`);
  const shell = (script: string) => ({ command: ["bash", "-c", script] });
  const compared = await compare(shell(subject), shell(peer), 11);
  console.log(row("`fetch-mcode-tools`", compared));
}
