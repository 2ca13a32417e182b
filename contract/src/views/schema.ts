import { z } from 'zod';
import { idInAddress } from '../id.ts';
import { givenName } from '../texts.ts';
import { VIEW_PAGES, type ViewPage } from './rules.ts';

/** Maximum views per person, shared or not. */
export const MAX_VIEWS = 100;

const page = z.enum(Object.keys(VIEW_PAGES) as [ViewPage, ...ViewPage[]]);
/** The query of the page's URL without `?`: filters, sort and columns, but not the page number. */
const search = z
  .string()
  .max(2000)
  .regex(/^[!-~]*$/, 'must be a URL-encoded query');

const fields = { name: givenName, search, shared: z.boolean() };

export const savedView = z.object({
  _id: z.int(),
  page,
  ...fields,
  /** Name of the person who created it. */
  owner: z.string(),
  own: z.boolean(),
  /** True if this person pinned it above the list. */
  pinned: z.boolean(),
  /** True if it is this person's start page. */
  start: z.boolean(),
  /** Incremented by each change; a change states the revision it is based on. */
  revision: z.int(),
});
export type SavedView = z.infer<typeof savedView>;

export const viewList = z.object({ data: z.array(savedView) });
export const newView = z.strictObject({ page, ...fields });
export type NewView = z.infer<typeof newView>;
export const viewChange = z.strictObject({ ...fields, revision: z.int().min(1) });
export type ViewChange = z.infer<typeof viewChange>;
/** Omitted fields are kept. */
export const viewUse = z.strictObject({ pinned: z.boolean().optional(), start: z.boolean().optional() });
export type ViewUse = z.infer<typeof viewUse>;
export const viewParams = z.object({ view: idInAddress });
