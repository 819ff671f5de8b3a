/** Every sentence of this room that a person or a model reads, as a function of data. */
export const texts = {
  missing: "Cannot load the extension: there is no such file",
  unloadable: (reason: string) => `Cannot load the extension: ${reason}`,
  shape: (problem: string) => `Cannot use the extension: ${problem}`,
  shapeHint: "export an object {id, description, init(api)} as default or as extension",
  noExport: "it exports no extension",
  fieldMissing: (field: string, type: string) => `its ${field} is no ${type}`,
  idTaken: (id: string) => `Cannot use two extensions with the id "${id}"`,
  initFailed: (id: string, reason: string) => `The extension "${id}" failed to start: ${reason}`,
  hookFailed: (id: string, reason: string) => `a hook of the extension "${id}" failed: ${reason}`,

  planDescription: "Plan mode: the model proposes a plan before anything is changed",
  enterPlan:
    "Asks the user to enter plan mode: you look around and write a plan, and change nothing until it is approved. " +
    "For work with several steps or more than one way to do it. Ends the turn; the user answers.",
  exitPlan:
    "Presents the plan that you wrote to the plan file to the user for approval. Call it when the plan is complete. " +
    "Ends the turn; the user approves or rejects.",
  enterPlanWaiting: "Asked the user to enter plan mode. The turn waits for the answer.",
  exitPlanWaiting: "The plan is presented to the user. The turn waits for the approval.",

  goalDescription: "A goal for the session: the loop goes on until it is completed",
  goalGet: "Tells the goal that the user set for this session, and whether it is completed.",
  goalComplete: "Marks the goal as completed. Call it only when everything that the goal asks for is done.",
  goalSummary: "What was done, in one or two sentences",
  goalState: (text: string, completed: boolean) =>
    `Goal: ${text}\nState: ${completed ? "completed" : "open"}`,
  goalCompleted: "The goal is completed.",
  goalAlready: "The goal was completed before.",
  goalReminder: (text: string) =>
    `The user set a goal for this session: ${text}\nWork until it is reached, then call goal_complete.`,

  budgetDescription: "Bounds what all tool results of a turn may add to the conversation",
};
