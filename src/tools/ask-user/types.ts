/** What a call asks the user, as it stands in the details of its result and in the transcript. */
export interface Questionnaire {
  readonly title?: string;
  /** The user must answer: skipping a question is not offered. */
  readonly requires_explicit_response: boolean;
  /** 1 to 4. */
  readonly questions: readonly Question[];
  /** Set when the answer turns on a feature: its key. */
  readonly feature?: string;
}

export interface Question {
  readonly question: string;
  readonly selection_mode: SelectionMode;
  /** 2 to 4, their labels all different. */
  readonly options: readonly QuestionOption[];
}

export const SELECTION_MODES = ["single", "multiple"] as const;
export type SelectionMode = (typeof SELECTION_MODES)[number];

export interface QuestionOption {
  readonly label: string;
  readonly description?: string;
  readonly recommended: boolean;
}

/** The answer to one question; with neither labels nor text the user left it open. */
export interface Answer {
  /** Labels of the chosen options. */
  readonly selected: readonly string[];
  /** The user's own words. */
  readonly text?: string;
}

export type QuestionReply =
  /** One answer per question, in order. */
  | { readonly kind: "answered"; readonly answers: readonly Answer[] }
  /** The user wants to answer later, or the terminal went away: the turn ends waiting. */
  | { readonly kind: "later" };

/**
 * Asks the user, where there is somebody to ask. The words come from a model: whoever shows them makes them
 * harmless first. Only one question is open at a time.
 */
export type QuestionPort = (questionnaire: Questionnaire, signal?: AbortSignal) => Promise<QuestionReply>;
