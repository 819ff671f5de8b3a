import { expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { collectTools } from "../../src/contract/collection.ts";
import { bindTool, toRuntimeTool } from "../../src/contract/define-tool.ts";
import { textResult } from "../../src/contract/results.ts";
import type { ToolExecutionContext, ToolImpl } from "../../src/contract/tool.ts";
import { isFault } from "../../src/output/fault.ts";
import { echoTool } from "./support.ts";

const schema = Type.Object({ who: Type.String() });

@bindTool({ name: "greet", description: "greets", schema, executionMode: "parallel" })
class Greeter implements ToolImpl<typeof schema, ToolExecutionContext> {
  constructor(private readonly word: string) {}
  async execute(_ctx: ToolExecutionContext, input: { who: string }) {
    return textResult("greet", `${this.word} ${input.who}`);
  }
}

class Unbound implements ToolImpl<typeof schema, ToolExecutionContext> {
  async execute() {
    return textResult("x", "");
  }
}

function faultOf(work: () => unknown) {
  try {
    work();
  } catch (error) {
    if (isFault(error)) return { code: error.code, message: error.message };
    throw error;
  }
  return undefined;
}

test("a class with @bindTool becomes a tool that keeps its dependencies", async () => {
  const tool = toRuntimeTool(new Greeter("hello"));
  expect(tool.def.name).toBe("greet");
  const result = await tool.impl.execute({ sessionId: "s", turnId: "t" }, { who: "world" });
  expect(result.text).toBe("hello world");
});

test("a class without the decorator is an error that names the class", () => {
  const fault = faultOf(() => toRuntimeTool(new Unbound()));
  expect(fault?.code).toBe("class_without_definition");
  expect(fault?.message).toContain("Unbound");
});

test("two tools of one name are an error that names both owners", () => {
  const fault = faultOf(() =>
    collectTools([
      { tool: echoTool("search"), owner: "the local registry" },
      { tool: echoTool("other"), owner: 'server "a"' },
      { tool: echoTool("search"), owner: 'server "b"' },
    ]),
  );
  expect(fault?.code).toBe("duplicate_tool");
  expect(fault?.message).toContain("the local registry");
  expect(fault?.message).toContain('server "b"');
});

test("a collection keeps the order given", () => {
  const tools = collectTools(["c", "a", "b"].map((name) => ({ tool: echoTool(name), owner: name })));
  expect([...tools.keys()]).toEqual(["c", "a", "b"]);
});
