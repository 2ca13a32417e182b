import { z } from 'zod';
import { MAX_ID } from '../id.ts';
import { configSlug } from '../slugs.ts';
import { comparedIds, MAX_COMPARED } from './compared-ids.ts';

/** Comma-separated ids. */
const tenantIds = z
  .string()
  .regex(/^[1-9]\d{0,9}(?:,[1-9]\d{0,9}){0,199}$/, 'must be comma-separated tenant ids')
  .refine((text) => comparedIds(text).length <= MAX_COMPARED, `Compare at most ${MAX_COMPARED} tenants.`)
  .refine((text) => comparedIds(text).every((id) => id <= MAX_ID), 'contains an id that is too large');

export const compareQuery = z
  .strictObject({
    /** Without it, all configs of one tenant are compared with each other. */
    service: configSlug.optional(),
    tenants: tenantIds,
    /** Includes the default template of the service. */
    template: z.enum(['true', 'false']).optional(),
  })
  .refine(({ service: kind, tenants }) => kind !== undefined || comparedIds(tenants).length === 1, {
    path: ['service'],
    message: 'Choose a service, or a single tenant to compare its configs.',
  });

/** `missing`: some lack the setting, and all others have the same value. */
const comparedState = z.enum(['equal', 'different', 'missing']);
export type ComparedState = z.output<typeof comparedState>;

const comparedConfig = z.object({
  /** Null: the default template. */
  tenant_id: z.int().nullable(),
  tenant_name: z.string(),
  service: configSlug,
  /** Saved revision; 0 if nothing was saved. */
  revision: z.int(),
});
export type ComparedConfig = z.output<typeof comparedConfig>;

const comparedRow = z.object({
  key: z.string(),
  state: comparedState,
  /** True if the values are secret in at least one of the configs: they are compared but not shown. */
  masked: z.boolean(),
  /** The distinct values, truncated as in the editor; `off`: kept but not exported. */
  values: z.array(z.object({ value: z.string(), off: z.boolean() })),
  /** Index of each config's value; null if it lacks the setting. */
  cells: z.array(z.int().nullable()),
});
export type ComparedSettings = z.output<typeof comparedRow>;

export const compareAnswer = z.object({
  configs: z.array(comparedConfig),
  /** Sorted by key. */
  rows: z.array(comparedRow),
  /** Requested tenants that do not exist or lack the service. */
  lacking: z.array(z.int()),
});
