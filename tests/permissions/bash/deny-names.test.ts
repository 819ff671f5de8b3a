import { expect, test } from "bun:test";
import { bashJudge } from "./support.ts";

test.each([
  ["bash(/bin/rm*)", "rm x"],
  ["bash(/bin/rm*)", "/usr/bin/rm x"],
  ["bash(RM*)", "rm x"],
  ["bash(rm*)", "RM x"],
  ["bash(rm*)", "rm.exe x"],
  ["bash(rm -rf *)", "rm   -rf   x"],
  ["bash(git push*)", "git push origin main"],
  ["bash(git*push*)", "git -C x push"],
  ["bash(git push --force*)", "git push *"],
  ["bash(*)", "ls"],
  ["bash(curl*)", "sudo -u nobody env A=1 nice -n 5 curl x"],
])("deny %s forbids %j", async (rule, command) => {
  expect((await bashJudge({ mode: "full", deny: [rule] })(command)).by).toBe(`rule:deny ${rule}`);
});

test.each([
  ["bash(rm*)", "charm x"],
  ["bash(rm *)", "rmdir x"],
  ["bash(git push*)", "git pull"],
  ["bash(git push)", "git push origin"],
  ["bash(/bin/rm *)", "ls /bin/rm"],
  ["bash(curl*)", "grep curl a.txt"],
])("deny %s leaves %j alone", async (rule, command) => {
  expect((await bashJudge({ mode: "full", deny: [rule] })(command)).decision).toBe("allow");
});
