/** One command of a `console` block, and the output shown below it. */
export interface Step {
  readonly command: string;
  readonly output: string;
}

/** The steps of all `console` blocks of a page, in order: `$ ` starts a command, `> ` goes on with it. */
export function consoleBlocks(markdown: string): Step[] {
  return [...markdown.matchAll(/^```console\n([\s\S]*?)^```$/gm)].flatMap((block) => stepsOf(block[1] ?? ""));
}

function stepsOf(block: string): Step[] {
  const steps: { command: string; output: string }[] = [];
  for (const line of block.split("\n").slice(0, -1)) {
    const last = steps.at(-1);
    if (line.startsWith("$ ")) steps.push({ command: line.slice(2), output: "" });
    else if (last === undefined) throw new Error(`A console block starts without a command: ${line}`);
    else if (line.startsWith("> ") && last.output === "") last.command += `\n${line.slice(2)}`;
    else last.output += `${line}\n`;
  }
  return steps;
}

/** The page with each command's shown output replaced by what it printed. */
export function rewritten(markdown: string, printed: readonly string[]): string {
  let index = 0;
  return markdown.replaceAll(/^```console\n([\s\S]*?)^```$/gm, (_, block: string) => {
    const steps = stepsOf(block).map((step) => {
      const command = step.command.split("\n").join("\n> ");
      return `$ ${command}\n${printed[index++] ?? ""}`;
    });
    return `\`\`\`console\n${steps.join("")}\`\`\``;
  });
}
