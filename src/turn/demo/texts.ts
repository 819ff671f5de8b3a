/** The words around the tour. */
export const tourTexts = {
  opening: [
    "A tour of turnkit: a turn with real tools, played by a script instead of a model.",
    "It needs no key and no network, and happens in a temporary folder that is removed at the end.",
  ].join("\n"),
  closing: (calls: number, { passed, failed }: { passed: number; failed: number }) =>
    [
      failed === 0
        ? `${calls} calls, all ${passed} expectations held, nothing is left behind.`
        : `${calls} calls, ${failed} of ${passed + failed} expectations failed: this machine lacks something.`,
      "Next: turnkit catalog (which tools a model gets here, and why), and turnkit run-turn --help.",
    ].join("\n"),
};
