import { z } from 'zod';
import { defineCall } from '../call.ts';
import { logLevel, SWITCHES } from '../control/schema.ts';
import { idInAddress } from '../id.ts';
import { configSlug } from '../slugs.ts';
import { TOPIC } from '../topics.ts';
import { SEARCH_LIMIT } from './rules.ts';

/** The search text; an empty one has no results (C-136). A repeated `val` is rejected. No stored name contains NUL. */
export const searchQuery = z.strictObject({
  val: z
    .string({ error: 'Send val once, as text.' })
    .trim()
    .max(SEARCH_LIMIT, `Search for at most ${SEARCH_LIMIT} characters.`)
    .refine((text) => !text.includes('\0'), 'The text contains a character that no name can have.'),
});

export const searchResult = z.object({ id: z.int(), name: z.string() });
export type SearchResult = z.infer<typeof searchResult>;

export const searchAnswer = z.object({ results: z.array(searchResult) });

export const omnisearch = defineCall({
  name: 'omnisearch',
  method: 'GET',
  path: '/api/omnisearch/',
  access: 'viewer',
  topics: () => [TOPIC.roster],
  summary:
    'Tenants whose name contains the text: first names that start with it, then names with a word that does, then the rest.',
  query: searchQuery,
  response: searchAnswer,
});

const toTenant = {
  tenant: searchResult,
  /** True if members use it: changes must be confirmed with its name. */
  production: z.boolean(),
};

/** A change that the person may make. */
export const paletteAction = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('commit'),
    ...toTenant,
    config: configSlug,
    /** True if there are uncommitted changes. */
    waiting: z.boolean(),
  }),
  z.object({
    kind: z.literal('switch'),
    ...toTenant,
    name: z.enum(SWITCHES),
    /** Null for a switch of the tenant itself. */
    service: z.string().nullable(),
    on: z.boolean(),
    /** Minutes until it is reverted; null if it is permanent. */
    minutes: z.int().nullable(),
    /** True if it is already in this state. */
    already: z.boolean(),
  }),
  z.object({ kind: z.literal('log-level'), ...toTenant, level: logLevel, minutes: z.int() }),
]);
export type PaletteAction = z.infer<typeof paletteAction>;

export const FOUND_KINDS = [
  'setting',
  'person',
  'environment',
  'server',
  'database',
  'run',
  'bulk',
  'view',
  'alert',
] as const;
export type FoundKind = (typeof FOUND_KINDS)[number];

const foundItem = z.object({
  kind: z.enum(FOUND_KINDS),
  name: z.string(),
  /** Secondary text. */
  detail: z.string(),
  /** Its path in the console. */
  path: z.string(),
});
export type FoundItem = z.infer<typeof foundItem>;

export const searchPalette = defineCall({
  name: 'searchPalette',
  method: 'GET',
  path: '/api/palette',
  access: 'viewer',
  topics: () => [TOPIC.tenants],
  throttleMs: 1_000,
  summary:
    'The changes requested by a text such as `maintenance on 2 h brimham`, if the role may make them, and people (admins only), environments, servers, databases, runs, bulk changes, saved views, alerts and settings by name. Changes nothing.',
  query: searchQuery.extend({
    /** The tenant whose page is open, for a text without a tenant. */
    tenant: idInAddress.optional(),
  }),
  response: z.object({ actions: z.array(paletteAction), items: z.array(foundItem) }),
});
