import { z } from 'zod';
import { numberInAddress } from '../id.ts';
import { FORM_PAGES } from './pages.ts';

/** Largest draft in characters, as JSON. */
export const MAX_DRAFT_LENGTH = 250_000;
/** Drafts of one person; the oldest make room. */
export const MAX_DRAFTS = 50;
/** Drafts that nobody touched for so many days are deleted. */
export const DRAFT_DAYS = 30;

export const pageParams = z.object({ page: z.string().max(220).regex(FORM_PAGES, 'is no page with a form') });

/** Leaves room for as many further saves in the database's integers. */
const MAX_VERSION = 1_000_000_000;
const version = z.int().min(0).max(MAX_VERSION);

/** A stored draft without its content. */
export const storedDraft = z.object({
  /** Raised by each save. */
  version,
  saved_at: z.iso.datetime(),
});

export const draftAnswer = z.object({
  /** The caller; sent back with a save, so that a tab whose person has changed cannot store for another one. */
  person: z.int(),
  draft: storedDraft
    .extend({
      /** The unsaved edits as JSON, as the page wrote them. */
      value: z.string(),
      /** Version of what they are based on, such as the revision of a config. */
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
  /** Counts the saves of the writer: a repeated or late one changes nothing. */
  turn: version.min(1),
  /** The version that the writer knows; 0: none. Another writer's newer draft is a conflict. */
  known: version,
});
export type DraftBody = z.infer<typeof draftBody>;

/** The version that the caller knows: a newer one stays. */
export const dropQuery = z.object({ version: numberInAddress(0, MAX_VERSION) });
