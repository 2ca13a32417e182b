import { z } from 'zod';
import { MAX_ID, numberInAddress } from '../id.ts';
import { FORM_PAGES, tenantOfPage } from './pages.ts';

/** Maximum size of a draft in characters, as JSON. */
const MAX_DRAFT_LENGTH = 250_000;
/** Maximum drafts per person; the oldest are evicted. */
export const MAX_DRAFTS = 50;
/** Days after which an untouched draft is deleted. */
export const DRAFT_DAYS = 30;

export const pageParams = z.object({
  page: z
    .string()
    .max(220)
    .regex(FORM_PAGES, 'must be a page with a form')
    .refine((page) => (tenantOfPage(page) ?? 1) <= MAX_ID, 'contains an id that is too large'),
});

/** Leaves headroom for further saves within the database's integer range. */
const MAX_VERSION = 1_000_000_000;
const version = z.int().min(0).max(MAX_VERSION);

/** A stored draft without its content. */
export const storedDraft = z.object({
  /** Incremented by each save. */
  version,
  saved_at: z.iso.datetime(),
});

export const draftAnswer = z.object({
  /** The caller; sent back with a save, so that a tab whose user has changed cannot store drafts for another user. */
  person: z.int(),
  draft: storedDraft
    .extend({
      /** The unsaved edits as JSON, as the page wrote them. */
      value: z.string(),
      /** Version of the data they are based on, such as the revision of a config. */
      base: z.string(),
      /** The open page that wrote it. */
      writer: z.string(),
    })
    .nullable(),
});
export type StoredDraft = NonNullable<z.infer<typeof draftAnswer>['draft']>;

export const draftBody = z.strictObject({
  person: z.int(),
  value: z.string().min(1).max(MAX_DRAFT_LENGTH),
  base: z.string().max(100),
  /** Identifies one open page. */
  writer: z.uuid(),
  /** Sequence number of the writer's saves: repeated or late ones are ignored. */
  turn: version.min(1),
  /** The version that the writer has seen; 0: none. Another writer's newer draft is a conflict. */
  known: version,
});
export type DraftBody = z.infer<typeof draftBody>;

/** The version that the caller has seen; a newer one is kept. */
export const dropQuery = z.object({ version: numberInAddress(0, MAX_VERSION) });
