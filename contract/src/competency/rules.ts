/** The parts of a tenant's structure, in display order. */
export const COMPETENCY_KINDS = ['levels', 'groups', 'competencies'] as const;
export type CompetencyKind = (typeof COMPETENCY_KINDS)[number];

export const COMPETENCY_LIMITS = {
  /** Entries of one kind. */
  entries: 1000,
  /** Characters. */
  name: 200,
} as const;

/** A level, group or competency; the id is the tenant's own. */
export interface CompetencyEntry {
  id: number;
  name: string;
}

export type CompetencyStructure = Record<CompetencyKind, CompetencyEntry[]>;
/** Target entry ids by source entry id. */
export type CompetencyMap = Record<CompetencyKind, Record<string, number>>;

/** [CMP-07] */
export const mappingCreated = (from: string, to: string): string => `Successfully created mapping ${from}->${to}`;

/** Builds a record with one value for each kind. */
export function ofEachKind<T>(give: (kind: CompetencyKind) => T): Record<CompetencyKind, T> {
  return { levels: give('levels'), groups: give('groups'), competencies: give('competencies') };
}

/** Drops choices whose source or target no longer exists: structures can change after a choice was made. */
export function fittingMap(map: CompetencyMap, from: CompetencyStructure, to: CompetencyStructure): CompetencyMap {
  return ofEachKind((kind) => {
    const sources = new Set(from[kind].map(({ id }) => String(id)));
    const targets = new Set(to[kind].map(({ id }) => id));
    return Object.fromEntries(
      Object.entries(map[kind]).filter(([source, target]) => sources.has(source) && targets.has(target)),
    );
  });
}
