import type { BulkAction } from '@mission-control/contract/bulk/schema';
import type { ConfigKindSlug } from '@mission-control/contract/config/kinds';
import type { LogLevel } from '@mission-control/contract/control/schema';
import type { Work } from '../../platform/database/transaction.ts';
import type { CommittedFacts, FileChange, ServerFiles } from '../config/public.ts';

/** The part of a tenant that a bulk change modifies: compared before the change, and restored by an undo. Times are ISO 8601. */
export type Facet = ConfigFacet | SwitchFacet | { group: string } | LevelFacet;

/** Revisions of a config. `committed` is the published one; null if none. */
export interface ConfigFacet {
  revision: number;
  committed: number | null;
  /** Revision to save again after an undo has committed: there were uncommitted changes. */
  saveAgain?: number;
  /** What counts as committed, if a take-over changed it without a commit. */
  taken?: CommittedFacts;
}
export interface SwitchFacet {
  on: boolean;
  until: string | null;
}
/** A temporary level; null: the permanent one applies. */
export interface LevelFacet {
  level: LogLevel | null;
  until: string | null;
}

/** A change of a tenant, as opposed to the undo or retry of such changes. */
export type Change = Exclude<BulkAction, { kind: 'undo' | 'retry' }>;
export type ConfigChange = Extract<Change, { config: ConfigKindSlug }>;
export type ControlChange = Exclude<Change, ConfigChange>;

/** States by tenant: an undo expects `after` and restores `before`. */
export type UndoStates = ReadonlyMap<number, { before: Facet; after: Facet }>;

/** The planned outcome for one tenant. */
export interface Planned {
  check: 'change' | 'unchanged' | 'conflict' | 'invalid' | 'refused';
  /** Values as displayed. */
  before: string | null;
  after: string | null;
  note: string | null;
  revision: number | null;
  carries: number;
  /** Environments whose servers are written to. */
  environmentIds: readonly number[];
  /** Fails without a server to publish to. */
  publishes: boolean;
  seen: string;
  /** Files on the servers, for a take-over. */
  files?: ServerFiles | undefined;
  /** The change of the file; absent if the action changes no file. */
  file?: FileChange;
}

/** A completed change. */
export interface Applied {
  /** Null: nothing was changed, so there is nothing to undo. */
  before: Facet | null;
  after: Facet | null;
  /** Findings of a validation. */
  note?: string | null;
  /** The revision that it saved or will commit. */
  revision: number | null;
  /** Whether a commit of the revision follows. */
  commits: boolean;
}

/** One kind of change: plans it, and applies it in a transaction. */
export interface ChangeHandler {
  plan(ids: readonly number[]): Promise<Map<number, Planned>>;
  /** @param seen what the preview saw; null: not checked @throws AppError if the tenant has changed since */
  apply(work: Work, tenantId: number, planned: Planned, seen: string | null): Promise<Applied>;
}

export const planned = (check: Planned['check'], note: string | null, more: Partial<Planned> = {}): Planned => ({
  check,
  note,
  before: null,
  after: null,
  revision: null,
  carries: 0,
  environmentIds: [],
  publishes: false,
  seen: '',
  ...more,
});
