/** What the structure of a tenant consists of, in the order in which it is shown. */
export const COMPETENCY_KINDS = ['levels', 'groups', 'competencies'] as const;
export type CompetencyKind = (typeof COMPETENCY_KINDS)[number];

export const COMPETENCY_LIMITS = {
  /** Entries of one kind. */
  entries: 1000,
  /** Characters. */
  name: 200,
} as const;

/** A level, a group or a competency, with the id it has at its tenant. */
export interface CompetencyEntry {
  id: number;
  name: string;
}

/** The levels, groups and competencies of a tenant. */
export type CompetencyStructure = Record<CompetencyKind, CompetencyEntry[]>;
/** Which entry of the target stands for an entry of the source, by the id of the latter. */
export type CompetencyMap = Record<CompetencyKind, Record<string, number>>;

/** Told after a mapping was made [CMP-07]. */
export const mappingCreated = (from: string, to: string): string => `Successfully created mapping ${from}->${to}`;

/** What is given of each kind. */
export function ofEachKind<T>(give: (kind: CompetencyKind) => T): Record<CompetencyKind, T> {
  return { levels: give('levels'), groups: give('groups'), competencies: give('competencies') };
}

/** The choices whose two ends are still there: structures change after a choice was made. */
export function fittingMap(map: CompetencyMap, from: CompetencyStructure, to: CompetencyStructure): CompetencyMap {
  return ofEachKind((kind) => {
    const sources = new Set(from[kind].map(({ id }) => String(id)));
    const targets = new Set(to[kind].map(({ id }) => id));
    return Object.fromEntries(
      Object.entries(map[kind]).filter(([source, target]) => sources.has(source) && targets.has(target)),
    );
  });
}
