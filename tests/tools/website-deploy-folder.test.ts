import { afterEach, expect, test } from "bun:test";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { createWebsiteDeployTool } from "../../src/tools/website-deploy/tool.ts";
import { callTool, testServices } from "../support/tools.ts";
import { type Workspace, workspace } from "../support/workspace.ts";

const places: Workspace[] = [];
afterEach(() => {
  for (const place of places.splice(0)) place[Symbol.dispose]();
});

function siteIn(files: Record<string, string | Uint8Array>, now?: () => number) {
  const place = workspace(files);
  const target = workspace();
  places.push(place, target);
  const folder = join(target.path, "sites");
  const services = testServices(place.path, now === undefined ? {} : { now });
  const tool = createWebsiteDeployTool({ folder }, services);
  const deploy = (args: Record<string, unknown>) => callTool(place.path, tool, args);
  return { place, folder, deploy };
}

test("the data folder, with its sessions and settings, is never published", async () => {
  using place = workspace({
    "index.html": "x",
    "data/mcp.json": "{}",
    "data/turnkit/sessions/a": "b",
    "site/a": "a",
  });
  using target = workspace();
  symlinkSync("data/mcp.json", join(place.path, "settings"));
  symlinkSync("data", join(place.path, "again"));
  const services = testServices(place.path, { dataDir: join(place.path, "again") });
  const tool = createWebsiteDeployTool({ folder: target.path }, services);
  for (const directory of ["data", "again", "data/turnkit"]) {
    const refused = await callTool(place.path, tool, { directory });
    expect(refused).toMatchObject({ isError: true, details: { error: "own_folder" } });
  }
  const published = await callTool(place.path, tool, { directory: ".", name: "whole" });
  expect(published.details).toMatchObject({ files: 2, left_out: { secrets: true, links: 2 } });
  expect(readdirSync(join(target.path, "whole")).sort()).toEqual(["index.html", "site"]);
});

test("a folder is published under its name: a link to a complete release", async () => {
  const bytes = crypto.getRandomValues(new Uint8Array(60_000));
  const { folder, deploy } = siteIn({
    "blog/index.html": "<h1>深</h1>",
    "blog/a/b.bin": bytes,
    "blog/empty": "",
  });
  const result = await deploy({ directory: "blog" });
  expect(result.isError).toBeUndefined();
  expect(result.details).toMatchObject({ name: "blog", target: "folder", files: 3, bytes: 60_012 });
  const site = join(folder, "blog");
  expect(lstatSync(site).isSymbolicLink()).toBe(true);
  expect(readlinkSync(site)).toStartWith(".releases/blog/");
  expect(readFileSync(join(site, "index.html"), "utf8")).toBe("<h1>深</h1>");
  expect(new Uint8Array(readFileSync(join(site, "a/b.bin")))).toEqual(bytes);
  expect(statSync(join(site, "index.html")).mode & 0o777).toBe(0o644);
  expect(statSync(join(site, "a")).mode & 0o777).toBe(0o755);
  expect(result.text).toContain(site);
});

test("the next release takes over with one step; one old release stays, nothing else", async () => {
  let now = Date.UTC(2026, 0, 1);
  const { place, folder, deploy } = siteIn({ "dist/index.html": "1" }, () => {
    now += 1_000;
    return now;
  });
  const releases: string[] = [];
  for (const version of ["1", "2", "3", "4"]) {
    place.file("dist/index.html", version);
    if (version === "2") place.file("dist/extra.txt", "x");
    if (version === "3") renameSync(join(place.path, "dist/extra.txt"), join(place.path, "dist/more.txt"));
    const { details } = await deploy({ directory: "dist", name: "app" });
    releases.push(realpathSync(join(folder, "app")));
    expect(details).toMatchObject({
      release: join(folder, ".releases/app", releases.at(-1)?.split("/").at(-1) ?? ""),
    });
  }
  expect(readFileSync(join(folder, "app/index.html"), "utf8")).toBe("4");
  expect(readdirSync(join(folder, "app")).sort()).toEqual(["index.html", "more.txt"]);
  expect(readdirSync(join(folder, ".releases/app")).length).toBe(2);
  expect(existsSync(releases[2] ?? "")).toBe(true);
  expect(readdirSync(folder).sort()).toEqual([".releases", "app"]);
  expect(readdirSync(join(folder, ".releases"))).toEqual(["app"]);
});

test("secrets, hidden files and links that lead out are left out, and it is said without their names", async () => {
  const { place, folder, deploy } = siteIn({
    "www/index.html": "x",
    "www/.env": "TOKEN=1",
    "www/.env.local": "TOKEN=1",
    "www/keys/server.pem": "key",
    "www/id_rsa": "key",
    "www/.git/config": "[core]",
    "www/.well-known/security.txt": "mail",
    "www/node_modules/x/index.js": "x",
    "outside.txt": "outside",
    "www/real.txt": "real",
  });
  const at = (path: string) => join(place.path, "www", path);
  symlinkSync("real.txt", at("alias.txt"));
  symlinkSync("../outside.txt", at("out.txt"));
  symlinkSync("..", at("up"));
  symlinkSync(".", at("loop"));
  symlinkSync("nowhere", at("broken"));
  symlinkSync(".env", at("environment.txt"));
  symlinkSync(".git/config", at("config.txt"));
  symlinkSync("/etc/passwd", at("passwd"));
  Bun.spawnSync(["mkfifo", at("pipe")]);
  const { text, details } = await deploy({ directory: "www", name: "w" });
  const published = readdirSync(join(folder, "w"), { recursive: true }).map(String).sort();
  expect(published).toEqual([
    ".well-known",
    ".well-known/security.txt",
    "alias.txt",
    "index.html",
    "real.txt",
  ]);
  expect(readFileSync(join(folder, "w/alias.txt"), "utf8")).toBe("real");
  expect(lstatSync(join(folder, "w/alias.txt")).isSymbolicLink()).toBe(false);
  expect(details).toMatchObject({ files: 4, left_out: { secrets: true, special: 1 } });
  expect(text).toContain("some that may hold secrets");
  expect(text).not.toContain("pem");
  expect(text).not.toContain("rsa");
});

test("what stands there and is no release of ours is never replaced", async () => {
  const { place, folder, deploy } = siteIn({ "dist/index.html": "x" });
  mkdirSync(join(folder, "mine"), { recursive: true });
  writeFileSync(join(folder, "mine/kept.txt"), "kept");
  symlinkSync(place.path, join(folder, "linked"));
  for (const name of ["mine", "linked"]) {
    const result = await deploy({ directory: "dist", name });
    expect(result).toMatchObject({ isError: true, details: { error: "occupied" } });
  }
  expect(readFileSync(join(folder, "mine/kept.txt"), "utf8")).toBe("kept");
  expect(readlinkSync(join(folder, "linked"))).toBe(place.path);
});

test("a deployment that fails leaves the old site and nothing of the new one", async () => {
  const { place, folder, deploy } = siteIn({ "dist/index.html": "old" });
  await deploy({ directory: "dist", name: "app" });
  place.file("dist/index.html", "new");
  // More files than descriptors or space could be lacking too; a folder that cannot be written is the same way out.
  const result = await callTool(
    place.path,
    createWebsiteDeployTool({ folder: join(place.path, "dist/index.html/below") }, testServices(place.path)),
    { directory: "dist", name: "app" },
  );
  expect(result).toMatchObject({ isError: true, details: { error: "unwritable" } });
  const ending = new AbortController();
  const services = testServices(place.path, {
    now: () => {
      ending.abort();
      return Date.now();
    },
  });
  const tool = createWebsiteDeployTool({ folder }, services);
  const stopped = await callTool(
    place.path,
    tool,
    { directory: "dist", name: "app" },
    { signal: ending.signal },
  );
  expect(stopped).toMatchObject({ isError: true, details: { aborted: true } });
  expect(readFileSync(join(folder, "app/index.html"), "utf8")).toBe("old");
  expect(readdirSync(join(folder, ".releases/app"))).toHaveLength(1);
});

test("two deployments of one site at once: both end, and one of them is there whole", async () => {
  const { place, folder, deploy } = siteIn({
    "a/index.html": "a",
    "a/a.txt": "a",
    "b/index.html": "b",
    "b/b.txt": "b",
  });
  const results = await Promise.all([
    deploy({ directory: "a", name: "app" }),
    deploy({ directory: join(place.path, "b"), name: "app" }),
  ]);
  expect(results.map(({ isError }) => isError)).toEqual([undefined, undefined]);
  const [other, index] = readdirSync(join(folder, "app")).sort();
  expect(other).toBe(`${readFileSync(join(folder, "app/index.html"), "utf8")}.txt`);
  expect(index).toBe("index.html");
});

test.each([
  [{ directory: "missing" }, "not_found"],
  [{ directory: "dist/index.html" }, "not_a_folder"],
  [{ directory: "empty" }, "nothing_to_publish"],
  [{ directory: "dist", name: "../up" }, "bad_name"],
  [{ directory: "dist", name: "A" }, "bad_name"],
  [{ directory: "dist", name: "con" }, "bad_name"],
  [{ directory: "dist", name: ".releases" }, "bad_name"],
])("%j: %s, and nothing is published", async (args, code) => {
  const { place, folder, deploy } = siteIn({ "dist/index.html": "x" });
  mkdirSync(join(place.path, "empty"));
  expect(await deploy(args)).toMatchObject({ isError: true, details: { error: code } });
  expect(existsSync(folder)).toBe(false);
});

test("a build folder is named after the workspace", async () => {
  const { deploy } = siteIn({ "dist/about.html": "x" });
  const { text, details } = await deploy({ directory: "dist" });
  expect(details?.name).toMatch(/^turnkit-[a-z0-9-]+$/);
  expect(text).toContain("There is no index.html at its top.");
});
