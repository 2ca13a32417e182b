import type { BulkAction } from '@mission-control/contract/bulk/schema';
import type { ConfigKindSlug } from '@mission-control/contract/config/kinds';
import type { LogLevel } from '@mission-control/contract/control/schema';
import type { Work } from '../../platform/database/transaction.ts';
import type { CommittedFacts, FileChange, ServerFiles } from '../config/public.ts';

/** What a bulk change changes of a tenant: compared before it is changed, and given back by an undo. Times are ISO 8601. */
export type Facet = ConfigFacet | SwitchFacet | { group: string } | LevelFacet;

/** Revisions of a config. `committed` is the published one, null: none. */
export interface ConfigFacet {
  revision: number;
  committed: number | null;
  /** To be saved again after the commit of an undo: there were more changes saved than committed. */
  saveAgain?: number;
  /** What counts as committed, where a take-over changed it without a commit. */
  taken?: CommittedFacts;
}
export interface SwitchFacet {
  on: boolean;
  until: string | null;
}
/** A temporary level; null: the permanent one is in force. */
export interface LevelFacet {
  level: LogLevel | null;
  until: string | null;
}

/** A change of a tenant, as opposed to the undo or retry of such changes. */
export type Change = Exclude<BulkAction, { kind: 'undo' | 'retry' }>;
export type ConfigChange = Extract<Change, { config: ConfigKindSlug }>;
export type ControlChange = Exclude<Change, ConfigChange>;

/** What an undo goes back from and to, by tenant. */
export type Back = ReadonlyMap<number, { before: Facet; after: Facet }>;

/** What would happen to one tenant. */
export interface Planned {
  check: 'change' | 'unchanged' | 'conflict' | 'invalid' | 'refused';
  /** Values as shown. */
  before: string | null;
  after: string | null;
  note: string | null;
  revision: number | null;
  carries: number;
  /** Whose servers are written to. */
  environmentIds: readonly number[];
  /** Fails without a server to publish to. */
  publishes: boolean;
  seen: string;
  /** What the servers hold, for a take-over. */
  files?: ServerFiles | undefined;
  /** What becomes of the file; none: it is not one of files. */
  file?: FileChange;
}

/** A change that was made. */
export interface Applied {
  /** Null: nothing was changed, so that there is nothing to undo. */
  before: Facet | null;
  after: Facet | null;
  /** What it found. */
  note?: string | null;
  /** The revision that it saved or is to commit. */
  revision: number | null;
  /** A commit of the revision follows. */
  commits: boolean;
}

/** One kind of change: what it would do, and how it is done in a transaction. */
export interface Changer {
  plan(ids: readonly number[]): Promise<Map<number, Planned>>;
  /** @param seen what the preview saw; null: not checked @throws AppError if the tenant changed meanwhile */
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
