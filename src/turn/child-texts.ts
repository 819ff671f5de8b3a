/** What is said about children of a turn. */
export const childTexts = {
  noAnswer: "It gave no answer.",
  answered: "answered",
  stopped: "stopped",
  roles: {
    explore: "looks around and answers questions about what is there; changes nothing",
    worker: "does a piece of work with the tools of this turn",
    verifier: "checks work that is done: runs tests and reads, changes nothing",
  },
  noModelInScript:
    "Cannot run a child: a turn script has no model for it. Name one, or another script, with model: script:FILE.",
  scriptForLive: "Cannot run a child: a turn script is no model for a child of this turn.",
  noTurn: "Cannot run a child: there is no turn around this call.",
};
