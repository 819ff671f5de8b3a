/**
 * Connects servers and then waits, so that a test can end this program in the middle. Its arguments are the
 * servers' command lines as JSON; it prints `ready` once they are connected.
 */
import { connectServers } from "../../src/mcp/connect.ts";
import { stdioServer } from "./mcp.ts";

const commands = JSON.parse(process.argv[2] ?? "[]") as string[][];
const entries = commands.map(([command = "", ...args], index) => stdioServer(`s${index}`, args, { command }));
const connections = await connectServers(entries, {
  workspace: "/tmp",
  environment: process.env,
  platform: process.platform,
  clientVersion: "0.0.0",
});
const end = async () => {
  await connections.close();
  process.exit(0);
};
process.on("SIGTERM", end);
process.stdout.write(connections.servers.every(({ ok }) => ok) ? "ready\n" : "failed\n");
if (process.argv[3] === "exit") await end();
setInterval(() => {}, 1_000);
