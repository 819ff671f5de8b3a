/** A program under a pseudo-terminal of its own: what it draws, and keys for it. */
export interface PtyProgram {
  /** Everything drawn so far, escape sequences included. */
  readonly output: string;
  /** Waits until something is drawn behind what was waited for before; fails with the output when it never is. */
  see(text: string): Promise<void>;
  press(keys: string | Uint8Array): void;
  readonly exited: Promise<number>;
  [Symbol.dispose](): void;
}

export interface PtyOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly columns?: number;
}

/** How long drawing may take before a test fails. */
const PATIENCE_MS = 20_000;

export function underPty(command: readonly string[], options: PtyOptions = {}): PtyProgram {
  const decoder = new TextDecoder();
  let output = "";
  let seen = 0;
  let drawn: (() => void) | undefined;
  const child = Bun.spawn([...command], {
    cwd: options.cwd,
    env: { PATH: process.env.PATH, HOME: "/nonexistent", LANG: "C.UTF-8", TERM: "xterm", ...options.env },
    terminal: {
      cols: options.columns ?? 80,
      rows: 40,
      data: (_, bytes) => {
        output += decoder.decode(bytes, { stream: true });
        drawn?.();
      },
    },
  });
  const see = async (text: string) => {
    const until = Date.now() + PATIENCE_MS;
    while (!output.includes(text, seen)) {
      const left = until - Date.now();
      if (left <= 0) throw new Error(`${JSON.stringify(text)} was not drawn behind\n${output}`);
      await new Promise<void>((resolve) => {
        drawn = resolve;
        setTimeout(resolve, left);
      });
    }
    seen = output.indexOf(text, seen) + text.length;
  };
  return {
    get output() {
      return output;
    },
    see,
    press: (keys) => void child.terminal?.write(keys),
    exited: child.exited,
    [Symbol.dispose]: () => {
      child.kill("SIGKILL");
      child.terminal?.close();
    },
  };
}
