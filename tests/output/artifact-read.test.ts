import { expect, test } from "bun:test";
import { createArtifactStore } from "../../src/output/artifacts/store.ts";
import { workspace } from "../support/workspace.ts";

for (const size of [100, 300_000]) {
  test(`an output of ${size} bytes can be read while it is written and after it was published`, async () => {
    using place = workspace();
    const store = createArtifactStore({
      container: place.path,
      folder: ["reports"],
      report: () => undefined,
    });
    const writer = store.begin({ toolCallId: "1", tool: "bash" });
    const bytes = Buffer.from(Array.from({ length: size }, (_, index) => index % 251));
    writer.write(bytes.subarray(0, size / 2));
    expect(Buffer.from(writer.read(10, 20))).toEqual(bytes.subarray(10, 30));
    expect(writer.read(size / 2, 20)).toHaveLength(0);
    writer.write(bytes.subarray(size / 2));
    expect(Buffer.from(writer.read(size / 2 - 5, 10))).toEqual(bytes.subarray(size / 2 - 5, size / 2 + 5));
    await writer.publish();
    expect(Buffer.from(writer.read(size - 5, 100))).toEqual(bytes.subarray(size - 5));
    expect(writer.read(size, 100)).toHaveLength(0);
  });
}

test("an output that was discarded gives nothing", () => {
  using place = workspace();
  const store = createArtifactStore({ container: place.path, folder: ["reports"], report: () => undefined });
  const writer = store.begin({ toolCallId: "1", tool: "bash" });
  writer.write(Buffer.from("text"));
  writer.discard();
  expect(writer.read(0, 10)).toHaveLength(0);
});
