import { z } from 'zod';
import { checked } from '../texts.ts';
import { CONFIG_ITEMS, keyFault, valueFault } from './limits.ts';

/** 1 Known Constant, 2 Unknown Constant, 3 Single-line Variable, 4 Multi-line Variable, 5 Code Block. */
export const itemTypeSchema = z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)]);
export type ItemType = z.output<typeof itemTypeSchema>;

/** 1 = active, 0 = kept but not exported (C-072). */
const itemStateSchema = z.union([z.literal(0), z.literal(1)]);

export const keySchema = checked(keyFault);
export const valueSchema = checked(valueFault);

/**
 * Wire shape of one setting. For a secret, `value` and `db_value` are '' and `masked` is true; only revealSecret returns the
 * value.
 */
export const configItemSchema = z.object({
  key: z.string(),
  value: z.string(),
  type: itemTypeSchema,
  state: itemStateSchema,
  /** Saved in the database but not in the last committed export (C-072). */
  db_only: z.boolean(),
  /** The value as last saved: the baseline for edits. */
  db_value: z.string(),
  valueTemplate: z.string().nullable(),
  tenant_id: z.number().int(),
  secret: z.boolean(),
  masked: z.boolean(),
});
export type ConfigItem = z.output<typeof configItemSchema>;

/** An item sent by a client: a whole item from a GET is accepted and its derived fields are ignored. */
export const sentItemSchema = z.strictObject({
  key: keySchema,
  value: valueSchema,
  type: itemTypeSchema,
  state: itemStateSchema.default(1),
  valueTemplate: valueSchema.nullable().default(null),
  /** True: the sender never saw the secret, so the stored value is kept. Only in `changed`. */
  masked: z.boolean().default(false),
  db_only: z.union([z.boolean(), itemStateSchema]).optional(),
  db_value: z.string().nullable().optional(),
  tenant_id: z.number().int().optional(),
  secret: z.boolean().optional(),
});
export type SentItem = z.output<typeof sentItemSchema>;

const removedSchema = z.union([keySchema, sentItemSchema.transform((item) => item.key)]);
const list = <S extends z.ZodType>(of: S) => z.array(of).max(CONFIG_ITEMS).optional();

/** The diff arm of POST /api/tenant/{id}/{service} (C-006, C-073). */
type Arm = { kind: 'save' } | { kind: 'add' | 'both' | 'neither'; message: string };

const CALLS =
  'This path adds a service with {initialize: true, create_db, database, bridge}, or saves a config with {added, changed, removed}.';

/** Determines which of the two documented calls a body of POST /api/tenant/{id}/{service} is for (C-006). */
export function postedArm(body: unknown): Arm {
  const has = (key: string) => typeof body === 'object' && body !== null && Object.hasOwn(body, key);
  const add = has('initialize');
  const save = has('added') || has('changed') || has('removed');
  if (add && save)
    return { kind: 'both', message: `Send either the diff of a config or initialize, not both. ${CALLS}` };
  if (add) return { kind: 'add', message: `To add a service, initialize must be true. ${CALLS}` };
  if (!save) return { kind: 'neither', message: `The body has none of added, changed, removed. ${CALLS}` };
  return { kind: 'save' };
}

export const saveConfigBodySchema = z
  .strictObject({
    added: list(sentItemSchema),
    changed: list(sentItemSchema),
    /** Keys, or whole items, whose other fields are ignored. */
    removed: list(removedSchema),
    /** The revision the edits are based on; if given, keys changed since are rejected with 409. */
    base_revision: z.number().int().min(0).optional(),
    /** Reserved for adding a service. */
    initialize: z.undefined().optional(),
  })
  .superRefine((body, check) => {
    const arm = postedArm(body);
    // If an unknown key was reported already, that message is more helpful.
    if (arm.kind !== 'save' && check.issues.length === 0) check.addIssue({ code: 'custom', message: arm.message });
    const seen = new Set<string>();
    for (const key of [...(body.added ?? []), ...(body.changed ?? [])]
      .map((item) => item.key)
      .concat(body.removed ?? [])) {
      if (seen.has(key)) check.addIssue({ code: 'custom', message: `The diff names the setting ${key} twice.` });
      seen.add(key);
    }
  })
  .transform(({ added = [], changed = [], removed = [], base_revision }) => ({
    added,
    changed,
    removed,
    ...(base_revision !== undefined && { base_revision }),
  }));
export type SaveConfigBody = z.output<typeof saveConfigBodySchema>;

export const keyMetaSchema = z.object({
  key_name: z.string(),
  /** `string`, `number`, `boolean`, `select` or another type of the platform. */
  type: valueSchema,
  options: z.array(z.object({ display_name: valueSchema, value: valueSchema })),
  description: valueSchema,
  /** The named setting must have one of the values. */
  dependencies: z.array(z.object({ name: valueSchema, values: z.array(valueSchema) })),
  /** The named setting must be true. */
  depends: z.array(z.object({ depends_on_name: valueSchema })),
  secret: z.boolean(),
});
export type KeyMeta = z.output<typeof keyMetaSchema>;

/** A default template: settings with their values, which may contain {tenant_name} (C-076). */
export const templateSchema = z
  .array(z.strictObject({ key: keySchema, value: valueSchema }))
  .max(CONFIG_ITEMS)
  .refine((rows) => new Set(rows.map(({ key }) => key)).size === rows.length, 'contains a setting twice');

const targetSchema = z.object({ host: z.string(), environment: z.string() });

/** Servers on which the committed file was changed or is missing; `found_at` is when the first of them was detected. */
export const configDriftSchema = z.object({
  hosts: z.array(z.string()),
  /** How many of them joined the service after the last commit and never had the file. */
  missing: z.int(),
  found_at: z.iso.datetime(),
});
export type ConfigDrift = z.output<typeof configDriftSchema>;

/** Result of reading the published file back from every server. */
export const configCheckSchema = z.object({
  checked_at: z.iso.datetime(),
  /** Null: every readable server has the committed file. */
  drift: configDriftSchema.nullable(),
  servers: z.array(
    z.object({
      host: z.string(),
      /** `unreadable` leaves the file's state unknown; `error` gives the reason. */
      state: z.enum(['same', 'changed', 'missing', 'unreadable']),
      error: z.string().optional(),
    }),
  ),
});

/** Revision facts of a config; null until something is saved or committed. */
export const configStateSchema = z.object({
  revision: z.number().int(),
  saved_at: z.iso.datetime().nullable(),
  saved_by: z.string().nullable(),
  /** Identifies the saved config as rendered: equal if and only if the rendered files are equal. */
  hash: z.string().nullable(),
  committed_revision: z.number().int().nullable(),
  committed_hash: z.string().nullable(),
  committed_at: z.iso.datetime().nullable(),
  committed_by: z.string().nullable(),
  /** The servers a commit publishes to. */
  targets: z.array(targetSchema),
  /** Settings that differ from the last committed revision. */
  changes_waiting: z.number().int(),
});
export type ConfigState = z.output<typeof configStateSchema>;

const serverOutcomeSchema = z.object({ host: z.string(), ok: z.boolean(), error: z.string().optional() });
export type ServerOutcome = z.output<typeof serverOutcomeSchema>;

export const commitAnswerSchema = z.object({
  /** Index in config_hashes (C-031). */
  type: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(5)]),
  /** The new entry of config_hashes at that index. */
  hash: z.string(),
  service: z.string(),
  revision: z.number().int(),
  servers: z.array(serverOutcomeSchema),
});

/** One side of a changed setting; a secret's value is ''. */
const sideSchema = z.object({
  value: z.string(),
  type: itemTypeSchema,
  state: itemStateSchema,
  valueTemplate: z.string().nullable(),
  masked: z.boolean(),
});

/** A change of one setting: null before = added, null after = removed. */
export const changeSchema = z.object({
  key: z.string(),
  before: sideSchema.nullable(),
  after: sideSchema.nullable(),
});
export type ConfigChange = z.output<typeof changeSchema>;

export const revisionSchema = z.object({
  number: z.number().int(),
  author: z.string(),
  at: z.iso.datetime(),
  hash: z.string(),
  committed: z.boolean(),
  changes: z.array(changeSchema),
});
export type ConfigRevision = z.output<typeof revisionSchema>;

/** `details` of saveConfig's 409 response. */
export const clashesSchema = z.object({
  revision: z.number().int(),
  clashes: z.array(
    z.object({
      key: z.string(),
      /** The value at the base revision; null = the setting did not exist. */
      base: z.string().nullable(),
      theirs: z.string().nullable(),
      mine: z.string().nullable(),
      masked: z.boolean(),
      by: z.string(),
      at: z.iso.datetime(),
    }),
  ),
});
export type ConfigClash = z.output<typeof clashesSchema>['clashes'][number];
