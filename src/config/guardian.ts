import type { ChildProcess } from "node:child_process";

/**
 * Waits for the end of its stdin. The word `done` first means that all was cleaned up; without it this
 * program died, and whatever still carries the mark after a grace is ended.
 */
const SCRIPT = `
trap '' HUP INT TERM
read -r word
[ "$word" = done ] && exit 0
marked() {
  if [ -d /proc/self ]; then
    grep -lF -- "$1" /proc/[0-9]*/environ 2>/dev/null | while IFS=/ read -r _ _ pid _; do echo "$pid"; done
  else
    ps -axEww -o pid=,command= | grep -F -- "$1" | while read -r pid _; do echo "$pid"; done
  fi
}
end() { for pid in $(marked "$2"); do [ "$pid" = "$$" ] || kill "-$1" "$pid" 2>/dev/null; done; }
sleep 1
end TERM "$1"
sleep 2
end KILL "$1"
end KILL "$1"
`;

/** Ends marked processes when this program dies without cleaning up, even by SIGKILL. */
export interface Guardian {
  /** Lets the guardian go; call it after the processes have ended. */
  dismiss(): void;
}

/**
 * Starts a guardian over everything whose environment holds `mark`, a text long enough to be nobody else's.
 * On Windows there is none: children there are told by the end of their stdin alone.
 */
export async function startGuardian(mark: string, platform: NodeJS.Platform): Promise<Guardian | undefined> {
  if (platform === "win32") return undefined;
  const { spawn } = await import("node:child_process");
  const child = spawn("/bin/sh", ["-c", SCRIPT, "turnkit-guardian", mark], {
    cwd: "/",
    detached: true,
    env: { PATH: "/usr/bin:/bin" },
    stdio: ["pipe", "ignore", "ignore"],
  });
  // Without /bin/sh nothing guards; what reads from us still gets the end of its stdin.
  child.on("error", () => {});
  child.stdin.on("error", () => {});
  child.unref();
  unrefStream(child.stdin);
  return { dismiss: () => child.stdin.end("done\n") };
}

/** A pipe to a child must not keep the program alive; the runtimes differ in whether it can be told. */
function unrefStream(stream: ChildProcess["stdin"]): void {
  const socket = stream as { unref?: () => void } | null;
  socket?.unref?.();
}
