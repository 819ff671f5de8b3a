import { expect, test } from "bun:test";
import { activateEnvironment, hostedEnvironment } from "../../src/mcode-tools/environment/activate.ts";
import { childEnvironment, dataDirOf, hostingOf } from "../../src/mcode-tools/environment/hosted.ts";
import { CHILD_VARIABLES, DECIDING, HOST_VARIABLES } from "../../src/mcode-tools/environment/names.ts";

const HOST = {
  [HOST_VARIABLES.executable]: "/opt/turnkit",
  [HOST_VARIABLES.brokerEndpoint]: "/run/b.sock",
  [HOST_VARIABLES.capabilityFile]: "/run/b.cap",
  [HOST_VARIABLES.configDir]: "/data/integrations/mcode-tools/en",
  [HOST_VARIABLES.region]: "en",
};

test("activation sets the variables and puts the launcher folder first, once; restoring is exact", () => {
  const before = { PATH: "/usr/bin:/bin:/launchers", KEEP: "1", [HOST_VARIABLES.region]: "cn", EMPTY: "" };
  const env: Record<string, string | undefined> = { ...before };
  const restore = activateEnvironment(env, { ...HOST, KEEP: undefined }, "/launchers");
  expect(env).toMatchObject({ ...HOST, PATH: "/launchers:/usr/bin:/bin" });
  expect("KEEP" in env).toBe(false);
  env.LATER = "set by somebody else";
  restore();
  restore();
  expect(env).toEqual({ ...before, LATER: "set by somebody else" });
  expect(Object.keys(env)).not.toContain(HOST_VARIABLES.brokerEndpoint);
});

test("activation twice keeps one launcher folder, and where no PATH was the system's programs are found", () => {
  const once = hostedEnvironment({ PATH: "/bin" }, HOST, "/launchers");
  expect(hostedEnvironment(once, HOST, "/launchers").PATH).toBe("/launchers:/bin");
  for (const env of [{}, { PATH: "" }]) {
    expect(hostedEnvironment(env, HOST, "/launchers").PATH).toBe("/launchers:/usr/local/bin:/usr/bin:/bin");
  }
  expect(hostedEnvironment({ Path: "/bin" }, HOST, "/launchers")).toMatchObject({ Path: "/launchers:/bin" });
});

test("the four decide: none is standalone, some are incomplete, all are hosted", () => {
  expect(hostingOf({})).toEqual({ kind: "standalone" });
  expect(hostingOf({ [HOST_VARIABLES.executable]: "/opt/turnkit" })).toEqual({ kind: "standalone" });
  expect(hostingOf({ ...HOST, [HOST_VARIABLES.executable]: undefined })).toMatchObject({ kind: "hosted" });
  for (const name of DECIDING) {
    expect(hostingOf({ ...HOST, [name]: undefined })).toEqual({ kind: "incomplete", missing: [name] });
    expect(hostingOf({ ...HOST, [name]: "" })).toEqual({ kind: "incomplete", missing: [name] });
  }
  const hosting = hostingOf({ ...HOST, [HOST_VARIABLES.extraHeaders]: '{"x": "y"}' });
  expect(hosting).toEqual({
    kind: "hosted",
    host: {
      brokerEndpoint: "/run/b.sock",
      capabilityFile: "/run/b.cap",
      configDir: "/data/integrations/mcode-tools/en",
      region: "en",
      extraHeaders: '{"x": "y"}',
    },
  });
  if (hosting.kind === "hosted") expect(dataDirOf(hosting.host)).toBe("/data");
});

test("an inherited variable cannot point the fetched program elsewhere, whatever its letters", () => {
  const flip = (name: string): string =>
    [...name]
      .map((letter, index) => (index % 2 === 0 ? letter.toLowerCase() : letter.toUpperCase()))
      .join("");
  const evil = Object.fromEntries(
    [
      ...CHILD_VARIABLES,
      ...Object.values(HOST_VARIABLES),
      "__MAVIS_MCODE_TOOLS_NEW",
      "__MAVIS_PARENT_X",
      "BUN_OPTIONS",
    ]
      .flatMap((name) => [name, name.toLowerCase(), flip(name)])
      .map((name) => [name, "evil"]),
  );
  const hosting = hostingOf(HOST);
  if (hosting.kind !== "hosted") throw new Error("not hosted");
  expect(childEnvironment({ ...evil, ...HOST, PATH: "/bin", MCODE: "kept" }, hosting.host)).toEqual({
    PATH: "/bin",
    MCODE: "kept",
    MCODE_REGION: "en",
    MCODE_CONFIG_DIR: "/data/integrations/mcode-tools/en",
    MCODE_AUTH_PROVIDER: "shared-broker",
    MCODE_AUTH_BROKER_ENDPOINT: "/run/b.sock",
    MCODE_AUTH_BROKER_CAPABILITY_FILE: "/run/b.cap",
  });
});
