import { describe, expect, test } from "bun:test";
import { callAsTool, connected, memoryArtifacts, oddServer, only } from "../support/mcp.ts";

async function contentOf(kind: string, supportsImages = true) {
  await using connections = await connected([oddServer("content")]);
  const artifacts = memoryArtifacts();
  const result = await callAsTool(only(connections), "call", { kind }, { artifacts, supportsImages });
  return { result, stored: artifacts.stored };
}

describe("what a server answers reaches the model", () => {
  test("f27: the text of an embedded resource stands beside the text block", async () => {
    const { result } = await contentOf("resource");
    expect(result.text).toBe("downloaded\n[resource file:///a.txt]\nthe words inside");
  });

  test("f29: a 2 MB blob is stored, and only its place is shown", async () => {
    const { result, stored } = await contentOf("blob");
    expect(result.text).toBe(
      "[resource file:///big.bin: application/octet-stream, 2097152 bytes, stored in /artifacts/1]",
    );
    expect(stored.map(({ length }) => length)).toEqual([2 << 20]);
  });

  test("a blob that is text is shown as text", async () => {
    expect((await contentOf("textBlob")).result.text).toBe("[resource file:///b.txt]\nas text");
  });

  test("f30: the type of an image is the one its bytes show", async () => {
    const { result } = await contentOf("jpegAsPng");
    expect(result.content).toEqual([{ type: "image", mimeType: "image/jpeg", data: expect.any(String) }]);
  });

  test("a broken image does not get into the conversation: it is stored, and the model told why", async () => {
    const { result, stored } = await contentOf("brokenImage");
    expect(result.text).toBe(
      "[image: image/jpeg, 150 bytes, stored in /artifacts/1] it begins as a JPEG image, but it is broken (it is cut off: its end is missing).",
    );
    expect(stored).toHaveLength(1);
  });

  test("a model that sees no images is told where the image lies", async () => {
    const { result, stored } = await contentOf("image", false);
    expect(result.text).toBe("[image: image/png, 70 bytes, stored in /artifacts/1]");
    expect(stored).toHaveLength(1);
  });

  test("audio, links and unknown blocks all leave a trace", async () => {
    expect((await contentOf("audio")).result.text).toBe(
      "[audio: audio/wav, 3 bytes, stored in /artifacts/1]",
    );
    expect((await contentOf("link")).result.text).toBe("[link c: file:///c.txt] the third");
    expect((await contentOf("unknown")).result.text).toBe(
      '[content of the unknown type "hologram"] {"type":"hologram","depth":3}',
    );
  });
});

describe("structured content", () => {
  async function called(tool: string) {
    await using connections = await connected([oddServer("output-schema")]);
    return await callAsTool(only(connections), tool);
  }

  test("f26: conforming structured content is accepted, judged without the envelope around it", async () => {
    const result = await called("fits");
    expect(result.text).toBe('fine\n{\n  "n": 1\n}');
    expect(result.details).toEqual({ structuredContent: { n: 1 } });
  });

  test("content that does not fit arrives, and the misfit is told", async () => {
    expect((await called("misfits")).text).toContain("odd");
    expect((await called("misfits")).text).toContain("/n: must be number");
  });

  test("f25: an error is never judged by the output schema", async () => {
    for (const tool of ["fails", "fails_structured"]) {
      const result = await called(tool);
      expect(result.isError).toBe(true);
      expect(result.text).toContain("disk on fire");
      expect(result.text).not.toContain("schema");
    }
  });
});
