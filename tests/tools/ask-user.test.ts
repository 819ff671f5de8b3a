import { expect, test } from "bun:test";
import { answersText, readAnswers } from "../../src/tools/ask-user/answers.ts";
import { shownQuestions } from "../../src/tools/ask-user/shown.ts";
import { createAskUserTool } from "../../src/tools/ask-user/tool.ts";
import type { Questionnaire, QuestionPort } from "../../src/tools/ask-user/types.ts";
import { waitingOf } from "../../src/tools/ask-user/waiting.ts";
import { callTool, testServices } from "../support/tools.ts";

const DATABASE = {
  question: "Which database?",
  options: [
    { label: "Postgres", description: "A server", recommended: true },
    { label: "SQLite", description: "A file" },
  ],
};
const PARTS = {
  question: "Which parts?",
  options: [{ label: "API" }, { label: "Docs" }, { label: "Tests" }],
  selectionMode: "multiple",
};

function ask(args: unknown, questions?: QuestionPort, signal?: AbortSignal) {
  return callTool("/", createAskUserTool(testServices("/", { questions })), args, { signal });
}

async function waitingFor(...steps: unknown[]): Promise<Questionnaire> {
  const { details } = await ask({ steps });
  const waiting = waitingOf(details);
  if (waiting === undefined) throw new Error("Nothing waits");
  return waiting;
}

test("without anybody to ask the turn ends, and the questions ride in the details", async () => {
  const result = await ask({ steps: [DATABASE, PARTS], title: " Setup ", requiresExplicitResponse: true });
  expect(result.isError).toBeUndefined();
  expect(result.terminate).toBe(true);
  expect(result.text).toContain("2 questions wait");
  expect(result.details).toEqual({
    waiting_for_user: true,
    title: "Setup",
    requires_explicit_response: true,
    questions: [
      {
        question: "Which database?",
        selection_mode: "single",
        options: [
          { label: "Postgres", description: "A server", recommended: true },
          { label: "SQLite", description: "A file", recommended: false },
        ],
      },
      {
        question: "Which parts?",
        selection_mode: "multiple",
        options: ["API", "Docs", "Tests"].map((label) => ({ label, recommended: false })),
      },
    ],
  });
});

test("the questions come back whole from a transcript", async () => {
  const { details } = await ask({ steps: [DATABASE], title: "Setup" });
  const { waiting_for_user: _, ...asked } = details as Record<string, unknown>;
  expect(waitingOf(JSON.parse(JSON.stringify(details)))).toEqual(asked as never);
});

test.each([
  ["nothing", undefined],
  ["another tool's details", { waiting_for_user: true }],
  ["no questions", { waiting_for_user: true, questions: [] }],
  ["half a question", { waiting_for_user: true, questions: [{ question: "a", selection_mode: "single" }] }],
  [
    "an option without a label",
    {
      waiting_for_user: true,
      questions: [{ question: "a", selection_mode: "single", options: [{ recommended: true }] }],
    },
  ],
  [
    "a strange mode",
    { waiting_for_user: true, questions: [{ question: "a", selection_mode: "x", options: [] }] },
  ],
])("details with %s are no questions", (_name, details) => {
  expect(waitingOf(details)).toBeUndefined();
});

test("an answer given at once goes to the model, and the turn goes on", async () => {
  const result = await ask({ steps: [DATABASE, PARTS] }, async () => ({
    kind: "answered",
    answers: [{ selected: ["SQLite"] }, { selected: ["API"], text: "and the CLI" }],
  }));
  expect(result.terminate).toBeUndefined();
  expect(result.text).toBe(
    'The user answered:\n1. Which database?\n   "SQLite"\n2. Which parts?\n   "API", and in their own words: and the CLI',
  );
  expect(result.details).toEqual({
    answers: [
      { question: "Which database?", selected: ["SQLite"] },
      { question: "Which parts?", selected: ["API"], text: "and the CLI" },
    ],
  });
});

test("a question left open names what the model itself recommended", async () => {
  const result = await ask({ steps: [DATABASE] }, async () => ({
    kind: "answered",
    answers: [{ selected: [] }],
  }));
  expect(result.text).toContain('left open: decide yourself; you recommended "Postgres"');
});

test("one who wants to answer later ends the turn waiting", async () => {
  const result = await ask({ steps: [DATABASE] }, async () => ({ kind: "later" }));
  expect(result.terminate).toBe(true);
  expect(waitingOf(result.details)?.questions).toHaveLength(1);
});

test("an abort while the question is open is an aborted call, not a waiting one", async () => {
  const ending = new AbortController();
  const asked: QuestionPort = async () => {
    ending.abort();
    return { kind: "later" };
  };
  const result = await ask({ steps: [DATABASE] }, asked, ending.signal);
  expect(result).toMatchObject({ isError: true, details: { aborted: true } });
  expect(result.terminate).toBeUndefined();
});

const option = (label: string) => ({ label });
test.each([
  ["no steps", { steps: [] }, "/steps"],
  ["five steps", { steps: Array.from({ length: 5 }, () => DATABASE) }, "/steps"],
  ["one option", { steps: [{ question: "a", options: [option("b")] }] }, "/steps/0/options"],
  [
    "five options",
    { steps: [{ question: "a", options: ["b", "c", "d", "e", "f"].map(option) }] },
    "/steps/0/options",
  ],
  ["a blank question", { steps: [{ ...DATABASE, question: "  " }] }, "steps[0].question is empty"],
  [
    "a blank label",
    { steps: [{ question: "a", options: [option(" "), option("b")] }] },
    "options[0].label is empty",
  ],
  [
    "labels that only differ in case",
    { steps: [{ question: "a", options: [option("Yes"), option("yes ")] }] },
    "yes",
  ],
  ["an unknown mode", { steps: [{ ...DATABASE, selectionMode: "many" }] }, '"single", "multiple"'],
  [
    "two recommended of one",
    {
      steps: [
        {
          question: "a",
          options: [
            { label: "b", recommended: true },
            { label: "c", recommended: true },
          ],
        },
      ],
    },
    "recommends several",
  ],
  ["an unknown parameter", { steps: [DATABASE], timeout: 3 }, "/timeout"],
])("%s: an error result, and nobody is asked", async (_name, args, said) => {
  let asked = 0;
  const result = await ask(args, async () => {
    asked += 1;
    return { kind: "later" };
  });
  expect(result.isError).toBe(true);
  expect(result.text).toContain(said);
  expect(asked).toBe(0);
});

test("the shapes that models of other programs send are mended", async () => {
  const mended = await ask({
    questions: [{ question: "a", multiSelect: true, options: ["b", { value: "c", description: null }] }],
    title: null,
  });
  expect(waitingOf(mended.details)).toEqual({
    requires_explicit_response: false,
    questions: [
      {
        question: "a",
        selection_mode: "multiple",
        options: ["b", "c"].map((label) => ({ label, recommended: false })),
      },
    ],
  });
});

test("--answer takes labels, numbers, several at commas, and own words", async () => {
  const waiting = await waitingFor(DATABASE, PARTS, PARTS, DATABASE);
  expect(readAnswers(waiting, ["postgres", "1, tests", "1, something else", " MySQL "])).toEqual([
    { selected: ["Postgres"] },
    { selected: ["API", "Tests"] },
    { selected: [], text: "1, something else" },
    { selected: [], text: "MySQL" },
  ]);
});

test("a label that is a number wins over the number of an option", async () => {
  const waiting = await waitingFor({ question: "How many?", options: [option("2"), option("1")] });
  expect(readAnswers(waiting, ["1"])).toEqual([{ selected: ["1"] }]);
  expect(readAnswers(waiting, ["9"])).toEqual([{ selected: [], text: "9" }]);
});

test("an empty answer leaves a question open, unless one is required", async () => {
  const waiting = await waitingFor(DATABASE);
  expect(readAnswers(waiting, [""])).toEqual([{ selected: [] }]);
  expect(() => readAnswers({ ...waiting, requires_explicit_response: true }, [" "])).toThrow(
    "needs an answer",
  );
});

test("a person is shown the questions harmless, with the numbers that answer them", async () => {
  const waiting = await waitingFor(DATABASE, { ...PARTS, question: "Which\u202e\u001b[2J parts?" });
  expect(shownQuestions({ ...waiting, title: "Setup" })).toEqual([
    "Setup",
    "1. Which database?",
    "   1 Postgres (recommended): A server",
    "   2 SQLite: A file",
    "2. Which\\u202e\\x1b[2J parts? (several may be chosen)",
    "   1 API",
    "   2 Docs",
    "   3 Tests",
  ]);
});

test("too few answers: exit 2, and the hint lists what is asked", async () => {
  const waiting = await waitingFor(DATABASE, PARTS);
  try {
    readAnswers(waiting, ["1"]);
    expect.unreachable();
  } catch (error) {
    expect(error).toMatchObject({ code: "answer_count", exit: 2, where: "--answer" });
    expect((error as { hint: string }).hint).toContain("Which parts? (1 API, 2 Docs, 3 Tests, or own words)");
  }
});

test("what the model is told is the same, now or later", async () => {
  const waiting = await waitingFor(DATABASE);
  const now = await ask({ steps: [DATABASE] }, async () => ({
    kind: "answered",
    answers: [{ selected: ["SQLite"] }],
  }));
  expect(answersText(waiting, readAnswers(waiting, ["2"]))).toBe(now.text);
});
