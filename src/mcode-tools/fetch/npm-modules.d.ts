/** The parts of npm's own modules that turnkit uses; they come without types. */
declare module "@npmcli/config" {
  interface ConfigOptions {
    readonly definitions: unknown;
    readonly shorthands: unknown;
    readonly flatten: unknown;
    readonly nerfDarts: readonly string[];
    readonly argv: readonly string[];
    readonly env: Record<string, string | undefined>;
    readonly cwd: string;
    readonly platform: string;
    readonly execPath: string;
    readonly npmPath: string;
    readonly warn: boolean;
  }
  export default class Config {
    constructor(options: ConfigOptions);
    load(): Promise<void>;
    readonly flat: { readonly registry: string; readonly [option: string]: unknown };
  }
}

declare module "@npmcli/config/lib/definitions/index.js" {
  export const definitions: unknown;
  export const shorthands: unknown;
  export const flatten: unknown;
  export const nerfDarts: readonly string[];
  export const defaults: Readonly<Record<string, unknown>>;
}

declare module "npm-registry-fetch" {
  interface RegistryResponse {
    readonly status: number;
    readonly url: string;
    readonly headers: { get(name: string): string | null };
    readonly body: AsyncIterable<Uint8Array>;
  }
  interface RegistryFetch {
    (uri: string, options: Readonly<Record<string, unknown>>): Promise<RegistryResponse>;
    pickRegistry(spec: string, options: Readonly<Record<string, unknown>>): string;
  }
  const fetch: RegistryFetch;
  export default fetch;
}
