import { z } from 'zod';
import { configSlug } from '../slugs.ts';
import { DRIFT_STATES } from './rules.ts';

const differingHost = z.object({ host: z.string(), missing: z.boolean() });

const driftRowSchema = z.object({
  tenant_id: z.number().int(),
  tenant_name: z.string(),
  service: configSlug,
  state: z.enum(DRIFT_STATES),
  /** Servers that hold a different file, or none. */
  hosts: z.array(differingHost),
  found_at: z.iso.datetime(),
  /** The saved revision; 0 = nothing is saved. */
  revision: z.number().int(),
  committed_revision: z.number().int().nullable(),
});
export type DriftRow = z.output<typeof driftRowSchema>;

export const driftListSchema = z.object({
  rows: z.array(driftRowSchema),
  /** More rows exist than are listed. */
  truncated: z.boolean(),
  /** Configs whose servers all hold the committed file. */
  same: z.number().int(),
  /** Configs that were never committed, with no file on any server. */
  nothing: z.number().int(),
  /** Configs with a server that could not be read, while no other is known to differ. */
  unreadable: z.number().int(),
  /** Configs whose servers have not been read yet. */
  unread: z.number().int(),
});

export const takeOverBodySchema = z.strictObject({
  /** The server whose file is taken; needed only if the servers hold different files. */
  host: z.string().max(253).optional(),
  /** The saved revision the user has seen; 409 if it is no longer current. */
  base_revision: z.number().int().min(0),
  /** Take over even if the next commit would change what the file means; otherwise 409 lists the changes as `details.losses`. */
  accept_losses: z.boolean().default(false),
});

export const takeOverAnswerSchema = z.object({
  /** The saved revision, which now counts as committed. */
  revision: z.number().int(),
  /** Servers that hold the file. */
  hosts: z.array(z.string()),
  /** What a commit would change on the servers. */
  losses: z.array(z.string()),
});

/**
 * State of a config; the first match wins. `failing`: the last commit failed or was interrupted. `changed`: servers hold a file other
 * than the committed one, or none. `unknown`: servers hold a file although nothing was ever committed. `waiting`: saved changes
 * wait for a commit. `committed`: servers have the saved config. `nothing`: nothing is saved, and servers have no file.
 */
export const BOARD_STATES = ['failing', 'changed', 'unknown', 'waiting', 'committed', 'nothing'] as const;
const state = z.enum(BOARD_STATES);
export type BoardState = z.output<typeof state>;

const boardCell = z.object({
  service: configSlug,
  /** Saved changes that wait for a commit; null for none. */
  waiting: z
    .object({
      /** Settings that differ; null: nothing was ever committed. */
      changes: z.int().nullable(),
      since: z.iso.datetime(),
      /** Who saved last. */
      by: z.string(),
    })
    .nullable(),
  /** Servers that hold a different file, or none. */
  hosts: z.array(differingHost),
  found_at: z.iso.datetime().nullable(),
});
export type BoardCell = z.output<typeof boardCell>;

const boardTenant = z.object({
  tenant_id: z.int(),
  tenant_name: z.string(),
  /** State of each config that the tenant can have. */
  states: z.partialRecord(configSlug, state),
  /** Details of configs that have uncommitted changes or differ on servers. */
  cells: z.array(boardCell),
});
export type BoardTenant = z.output<typeof boardTenant>;

/**
 * `setting`: the same setting with the same two values. `missing`: no file. `never`: saved, but never committed. `file`: a file that
 * nobody committed. `other`: a different file without a known difference in settings.
 */
const what = z.enum(['setting', 'missing', 'never', 'file', 'other']);

const boardGroup = z.object({
  /** Stable for as long as the difference exists. */
  id: z.string(),
  service: configSlug,
  /** `waiting`: saved but not committed. `servers`: committed but different on servers. */
  side: z.enum(['waiting', 'servers']),
  what,
  /** Name of the setting. */
  key: z.string().nullable(),
  /** The committed value; null: no such setting; '' when masked. */
  before: z.string().nullable(),
  /** The saved value, or the one on the servers. */
  after: z.string().nullable(),
  masked: z.boolean(),
  /** Ids, ascending. */
  tenants: z.array(z.int()),
});
export type BoardGroup = z.output<typeof boardGroup>;

/** Maximum groups listed, largest first. */
export const BOARD_GROUPS = 500;

export const boardSchema = z.object({
  /** Configs by state. */
  totals: z.record(state, z.int()),
  tenants: z.array(boardTenant),
  groups: z.array(boardGroup),
  /** Number of groups not listed. */
  more_groups: z.int(),
});
export type Board = z.output<typeof boardSchema>;
