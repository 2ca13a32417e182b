import { z } from 'zod';
import { SERVICES, type ServiceSlug } from '../catalogue.ts';
import { keySchema, valueSchema } from '../config/schema.ts';
import { LOG_MINUTES } from '../control/rules.ts';
import { logLevel } from '../control/schema.ts';
import { deploymentGroupField, untilField } from '../tenants/patch.ts';
import { id } from '../id.ts';
import { configSlug } from '../slugs.ts';
import { BULK_TENANTS, MAX_PAUSE_S } from './rules.ts';

/** What a bulk change does to every chosen tenant: the equivalent of one edit on the tenant's page. */
export const bulkAction = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('setting'),
    config: configSlug,
    /** `set` changes it where it exists, `add` creates it where it is missing, `remove` removes it where it exists. */
    change: z.enum(['set', 'add', 'remove']),
    key: keySchema,
    value: valueSchema.default(''),
    /** Publishes the config to its servers after the save. */
    commit: z.boolean().default(false),
  }),
  z.strictObject({ kind: z.literal('commit'), config: configSlug }),
  z.strictObject({
    kind: z.literal('take-over'),
    config: configSlug,
    /** Take over even if the next commit would change what a file means. */
    accept_losses: z.boolean().default(false),
  }),
  /** Runs the validators; changes nothing. A tenant with an invalid config fails. */
  z.strictObject({ kind: z.literal('validate'), config: configSlug }),
  z.strictObject({
    kind: z.literal('switch'),
    service: z.enum(SERVICES.filter(({ hasSwitches }) => hasSwitches).map(({ slug }): ServiceSlug => slug)),
    name: z.enum(['cron', 'maintenance']),
    on: z.boolean(),
    until: untilField,
  }),
  z.strictObject({ kind: z.literal('active'), on: z.boolean(), until: untilField }),
  z.strictObject({ kind: z.literal('deployment-group'), group: deploymentGroupField }),
  z.strictObject({ kind: z.literal('log-level'), level: logLevel, minutes: z.literal([...LOG_MINUTES]) }),
  /** Restores the state from before a bulk change. */
  z.strictObject({ kind: z.literal('undo'), of: id }),
  /** Repeats a bulk change for the tenants that it failed for or skipped. */
  z.strictObject({ kind: z.literal('retry'), of: id }),
]);
export type BulkAction = z.output<typeof bulkAction>;

/** Stages of a bulk change: a canary, shares of all tenants, and the rest. */
export const bulkStages = z.strictObject({
  /** Tenants of the first stage; 0: no canary. */
  canary: z.int().min(0).max(BULK_TENANTS).default(0),
  /** Cumulative percent of all tenants after each further stage, ascending; the rest follows. */
  shares: z
    .array(z.int().min(1).max(99))
    .max(20)
    .refine((list) => list.every((one, at) => at === 0 || one > (list[at - 1] ?? 0)), 'must be ascending')
    .default([]),
  /** Seconds between two stages; null: wait until a person continues. */
  pause_s: z.int().min(0).max(MAX_PAUSE_S).nullable().default(0),
  /** Number of failures that stop the run; null: never stop. */
  stop_at: z.int().min(1).max(BULK_TENANTS).nullable().default(null),
});
export type BulkStages = z.output<typeof bulkStages>;

/**
 * What would happen to a tenant. `change`: as shown. `unchanged`: already in that state. `conflict`: a later change is in the way.
 * `invalid`: the change is possible but would make the config invalid. `refused`: the change is not possible.
 */
export const BULK_CHECKS = ['change', 'unchanged', 'conflict', 'invalid', 'refused'] as const;

const bulkPlanRow = z.object({
  tenant_id: z.int(),
  tenant_name: z.string(),
  region: z.string(),
  /** False for training and test sites. */
  production: z.boolean(),
  check: z.enum(BULK_CHECKS),
  /** The value before and after; secrets are masked; null: none. */
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** Why it would not change, or a warning. */
  note: z.string().nullable(),
  /** Saved revision of the config before the change; null for switches. */
  revision: z.int().nullable(),
  /** Number of other saved changes that the commit would also publish. */
  carries: z.int(),
  /** True if `POST /api/bulk/preview/file` shows the changed lines. */
  has_file: z.boolean(),
  /** Servers written to, as indexes into `hosts`. */
  servers: z.array(z.int()),
  /** Sent to start the change, which rejects a tenant that has been changed since. */
  seen: z.string(),
});
export type BulkPlanRow = z.output<typeof bulkPlanRow>;

export const bulkPlan = z.object({
  title: z.string(),
  action: z.enum([
    'setting',
    'commit',
    'take-over',
    'validate',
    'switch',
    'active',
    'deployment-group',
    'log-level',
    'undo',
  ]),
  hosts: z.array(z.string()),
  rows: z.array(bulkPlanRow),
});
export type BulkPlan = z.output<typeof bulkPlan>;

export const bulkFile = z.object({
  path: z.string(),
  /** What `before` is: the last committed file, or the saved settings, which servers do not have yet. */
  from: z.enum(['committed', 'saved']),
  /** Null: nothing has been committed or saved. */
  before: z.object({ revision: z.int(), content: z.string() }).nullable(),
  after: z.string(),
});
export type BulkFile = z.output<typeof bulkFile>;

export const bulkTenants = z.array(id).min(1).max(BULK_TENANTS);
export const chosenTenants = z
  .array(z.strictObject({ id, seen: z.string().max(200).optional() }))
  .min(1)
  .max(BULK_TENANTS)
  .refine((list) => new Set(list.map((one) => one.id)).size === list.length, 'contains a tenant twice');

/** `waiting`: between two stages. `stopped`: by a person or by failures; the rest was skipped. */
const BULK_STATES = ['running', 'waiting', 'paused', 'stopped', 'done'] as const;
export type BulkState = (typeof BULK_STATES)[number];

export const BULK_ROW_STATES = ['waiting', 'running', 'done', 'unchanged', 'failed', 'skipped'] as const;
export type BulkRowState = (typeof BULK_ROW_STATES)[number];

const counts = z.record(z.enum(BULK_ROW_STATES), z.int());
export type BulkCounts = z.output<typeof counts>;

export const bulkChange = z.object({
  id: z.int(),
  title: z.string(),
  action: bulkPlan.shape.action,
  /** The bulk change that this one undoes or retries. */
  undo_of: z.int().nullable(),
  retry_of: z.int().nullable(),
  /** The bulk change that undid this one. */
  undone_by: z.int().nullable(),
  state: z.enum(BULK_STATES),
  /** Why it was stopped; null otherwise. */
  reason: z.string().nullable(),
  started_by: z.string(),
  started_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(),
  /** Index of the current stage. */
  stage: z.int(),
  /** When the next stage starts automatically. */
  resumes_at: z.iso.datetime().nullable(),
  stages: bulkStages,
  tenants: z.int(),
  counts,
});
export type BulkChange = z.output<typeof bulkChange>;

export const bulkRow = z.object({
  tenant_id: z.int(),
  tenant_name: z.string(),
  production: z.boolean(),
  stage: z.int(),
  state: z.enum(BULK_ROW_STATES),
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** Why it failed or nothing changed. */
  reason: z.string().nullable(),
  /** The revision that it saved or committed. */
  revision: z.int().nullable(),
  ended_at: z.iso.datetime().nullable(),
});
export type BulkRow = z.output<typeof bulkRow>;
