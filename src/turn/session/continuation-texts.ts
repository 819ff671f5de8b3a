/** What the model is told when the user has decided. */
export const continuationTexts = {
  planApproved: "The user has approved the plan. You are out of plan mode: carry it out.",
  planRejected:
    "The user has not approved the plan. You are still in plan mode: change the plan, then call ExitPlanMode again.",
  planEntered: "The user agrees: you are in plan mode now.",
  planNotEntered: "The user does not want plan mode: go on without it.",
};
