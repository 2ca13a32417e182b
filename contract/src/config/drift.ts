import { z } from 'zod';
import { CONFIG_KINDS } from './kinds.ts';
import { DRIFT_STATES } from './rules.ts';

const driftRowSchema = z.object({
  tenant_id: z.number().int(),
  tenant_name: z.string(),
  service: z.enum(CONFIG_KINDS.map((kind) => kind.slug)),
  state: z.enum(DRIFT_STATES),
  /** Servers that hold another file, or none. */
  hosts: z.array(z.object({ host: z.string(), missing: z.boolean() })),
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
  /** Configs whose servers were not read yet. */
  unread: z.number().int(),
});

export const takeOverBodySchema = z.strictObject({
  /** The server whose file is taken; needed only if the servers hold different files. */
  host: z.string().max(253).optional(),
  /** The saved revision the user has seen; 409 if it is no longer current. */
  base_revision: z.number().int().min(0),
  /** Take over although the next commit would change what the file means: 409 lists what, as `details.losses`. */
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
