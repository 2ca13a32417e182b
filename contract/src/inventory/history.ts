import { z } from 'zod';
import { brandColours, brandContent } from '../branding/schema.ts';
import { cronEntry } from '../cron/schema.ts';
import { storable } from '../id.ts';
import { RELEASE_ENVS, RELEASE_SERVICES } from '../releases/catalogue.ts';
import { RUN_KINDS, RUN_OUTCOMES } from '../runs/rules.ts';
import { host, line, name, slug } from '../texts.ts';

const time = storable(z.iso.datetime());
const person = name;
/** Average response time over an interval, in ms. */
const response = z.int().min(0).max(600_000);

/** Number of intervals of each length: 90 days, 7 days and 24 hours. */
export const PAST_STRETCHES = { six_hours: 360, hours: 168, ten_minutes: 144 } as const;

const outage = z.strictObject({
  started_at: time,
  /** Null: ongoing. */
  ended_at: time.nullable(),
  error: line(500).min(1),
});
/**
 * Monitoring history of a domain. Response times are oldest first; the last interval of each list is the last complete one before `until`
 * (UTC).
 */
const monitor = z.strictObject({
  host,
  six_hours: z.array(response).max(PAST_STRETCHES.six_hours),
  hours: z.array(response).max(PAST_STRETCHES.hours),
  ten_minutes: z.array(response).max(PAST_STRETCHES.ten_minutes),
  /** In chronological order. */
  outages: z.array(outage).max(100),
});

/** Active connections of a database host per minute, oldest first; the last is the minute before `until`. */
const database = z.strictObject({ name: slug, connections: z.array(z.int().min(0).max(32_767)).max(1440) });

/** An environment's last report about a tenant's cron. */
const cron = z.strictObject({ tenant: name, environment: slug, created: time, ...cronEntry });

/** A finished run. */
const run = z.strictObject({
  kind: z.enum(RUN_KINDS),
  subject: line(300),
  facts: z.record(slug, z.union([line(500), z.number(), z.boolean(), z.array(line(100)).max(50)])),
  tenant: name.nullable(),
  outcome: z.enum(RUN_OUTCOMES).exclude(['running']),
  /** Null after a success. */
  error: line(1000).nullable(),
  started_by: person,
  started_at: time,
  ended_at: time,
  aborted_by: person.nullable(),
  /** Pieces in order; without secrets. */
  output: z.array(z.strictObject({ at: time, text: z.string().max(20_000) })).max(1000),
});

/** The version of a service deployed to an environment. */
const served = z.strictObject({
  service: z.enum(RELEASE_SERVICES.filter((one) => one.parts.length === 1).map((one) => one.value)),
  env: z.enum(RELEASE_ENVS),
  version: line(100).min(1),
  at: time,
  by: person,
});

/** A tenant's saved branding. */
const branding = z.strictObject({
  tenant: name,
  colors: brandColours,
  content: brandContent,
  branch: line(200).nullable(),
  updated_at: time,
  updated_by: person,
});

/** An audit event; secrets in it are masked. */
const change = z.strictObject({
  at: time,
  actor: person,
  action: z
    .string()
    .max(100)
    .regex(/^[a-z-]+\.[a-z-]+$/, 'must be an action such as config.saved'),
  subject: line(500),
  tenant: name.nullable(),
  before: z.json().optional(),
  after: z.json().optional(),
});

/** The installation's history before this console. Purely historical: importing it triggers nothing. */
export const historySchema = z.strictObject({
  until: time,
  monitors: z.array(monitor).max(20_000),
  databases: z.array(database).max(2000),
  cron: z.array(cron).max(20_000).default([]),
  runs: z.array(run).max(5000),
  served: z.array(served).max(500),
  brandings: z.array(branding).max(20_000),
  changes: z.array(change).max(20_000),
});
export type InventoryHistory = z.output<typeof historySchema>;
