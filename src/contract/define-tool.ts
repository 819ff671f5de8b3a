import type { Static, TSchema } from "@sinclair/typebox";
import { contractFault } from "./errors.ts";
import type {
  RuntimeTool,
  ToolDefinition,
  ToolExecutionContext,
  ToolImpl,
  ToolResult,
  ToolSource,
  ToolUpdate,
} from "./tool.ts";

export interface ToolInOnePlace<S extends TSchema, Ctx extends ToolExecutionContext>
  extends ToolDefinition<S> {
  readonly source?: ToolSource;
  execute(ctx: Ctx, input: Static<S>, signal?: AbortSignal, onUpdate?: ToolUpdate): Promise<ToolResult>;
}

/** Makes a tool whose definition and implementation stand in one place. */
export function defineRuntimeTool<S extends TSchema, Ctx extends ToolExecutionContext = ToolExecutionContext>(
  tool: ToolInOnePlace<S, Ctx>,
): RuntimeTool<S, Ctx> {
  const { execute, source, ...def } = tool;
  return { def, impl: { execute }, ...(source === undefined ? {} : { source }) };
}

const boundDefinitions = new WeakMap<object, { def: ToolDefinition; source?: ToolSource }>();

/**
 * Class decorator (standard decorators): ties a definition to a class that implements it, for tools with
 * dependencies. `toRuntimeTool(instance)` then makes the tool.
 */
export function bindTool<S extends TSchema>(def: ToolDefinition<S>, source?: ToolSource) {
  return <C extends abstract new (...args: never[]) => ToolImpl<S, never>>(
    target: C,
    _context: ClassDecoratorContext<C>,
  ): void => {
    boundDefinitions.set(target, source === undefined ? { def } : { def, source });
  };
}

/** @throws Fault `class_without_definition` that names the class when `@bindTool` is missing. */
export function toRuntimeTool<S extends TSchema, Ctx extends ToolExecutionContext>(
  instance: ToolImpl<S, Ctx>,
): RuntimeTool<S, Ctx> {
  const bound = boundDefinitions.get(instance.constructor);
  if (bound === undefined) throw contractFault.classWithoutDefinition(instance.constructor.name);
  return { ...bound, def: bound.def as ToolDefinition<S>, impl: instance };
}
