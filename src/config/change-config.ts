import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { systemCode } from "../output/system-error.ts";
import { atomicWrite } from "./atomic-write.ts";
import { configFault } from "./errors.ts";
import { CONFIG_LOCK_WAIT_MS } from "./limits.ts";
import { withLock } from "./owner.ts";
import { ensurePrivateFolder } from "./private-folder.ts";
import { type KeyPath, setInYaml } from "./yaml-edit.ts";

/**
 * Sets one value in a configuration file, which is made if it is missing; all else in it stays. It holds for
 * what reads the file from now on.
 * @throws Fault `config_busy`, `config_unchangeable`, `file_unwritable`; the file is as it was then.
 */
export async function setInConfig(
  file: string,
  path: KeyPath,
  value: boolean | number | string,
  platform: NodeJS.Platform,
): Promise<void> {
  await ensurePrivateFolder(dirname(file));
  const options = { platform, waitMs: CONFIG_LOCK_WAIT_MS };
  const done = await withLock(`${file}.lock`, options, async () => {
    const text = await textOf(file);
    const changed = setInYaml(text, path, value);
    if (changed === undefined) throw configFault.configUnchangeable(file, path.join("."));
    if (changed !== text) await atomicWrite(file, changed);
  });
  if (done === undefined) throw configFault.configBusy(file);
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (systemCode(error) === "ENOENT") return "";
    throw error;
  }
}
