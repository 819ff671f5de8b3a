import type { LocalAdapters } from "./services.ts";

/** What decides which local tools there are. */
export type PartConditions = Pick<
  LocalAdapters,
  "skills" | "memory" | "workTree" | "mavis" | "features" | "webFetch" | "webSearch" | "delegation" | "deploy"
> & {
  /** Background tasks are possible. */
  readonly tasks?: unknown;
};

type Condition = (services: PartConditions) => boolean;

const always: Condition = () => true;

/** In the order of the catalog (20-local-tools): those that exist always, then each with what it stands on. */
const CONDITIONS = {
  read: always,
  write: always,
  edit: always,
  bash: always,
  grep: always,
  glob: always,
  todowrite: always,
  skill: ({ skills = [] }) => skills.length > 0,
  memory: ({ memory }) => memory !== undefined,
  codeReview: ({ workTree }) => workTree === true,
  mavis: ({ mavis }) => mavis !== undefined,
  askUser: always,
  featureEnable: ({ features }) => features !== undefined,
  webFetch: ({ webFetch }) => webFetch !== undefined,
  webSearch: ({ webSearch }) => webSearch !== undefined,
  delegation: ({ delegation, tasks }) => delegation !== undefined && tasks !== undefined,
  tasks: ({ tasks }) => tasks !== undefined,
  deploy: ({ deploy }) => deploy !== undefined,
} satisfies Record<string, Condition>;

/** A tool, or tools that exist only together. */
export type LocalPart = keyof typeof CONDITIONS;

/** The parts of the local registry that this turn provides for, in the order of the catalog. */
export function presentParts(services: PartConditions): readonly LocalPart[] {
  return (Object.keys(CONDITIONS) as LocalPart[]).filter((part) => CONDITIONS[part](services));
}
