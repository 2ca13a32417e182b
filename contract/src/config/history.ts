import { z } from 'zod';
import { idInAddress, numberInAddress } from '../id.ts';
import { changeSchema } from './schema.ts';

/** The number of a stored revision. */
export const revisionNumber = idInAddress;
/** The same, or 0 for what was before the first one: nothing. */
export const revisionOrStart = numberInAddress(0, 2_147_483_647);

/** What turns one revision into another: changed and changed back is not listed. */
export const comparisonSchema = z.object({
  from: z.number().int(),
  to: z.number().int(),
  /** By key; null before = added, null after = removed. */
  changes: z.array(changeSchema),
});

/** How a setting stands in a PHP file; in the other formats all of them are `text`. */
const FORMS = ['constant', 'variable', 'block', 'text'] as const;

/** A setting as one side has it. */
const cellSchema = z.object({
  /** '' when masked. */
  value: z.string(),
  masked: z.boolean(),
  form: z.enum(FORMS),
  /** Cells of a row with the same number hold the same, secrets included; a file has no more of a setting than that. */
  variant: z.number().int(),
});
export type ComparedCell = z.output<typeof cellSchema>;

/** A setting that is not the same everywhere; null = not in the file. */
const comparedRowSchema = z.object({
  key: z.string(),
  saved: cellSchema.nullable(),
  committed: cellSchema.nullable(),
  /** Servers that have the same, together. */
  servers: z.array(z.object({ hosts: z.array(z.string()), cell: cellSchema.nullable() })),
});
export type ComparedRow = z.output<typeof comparedRowSchema>;

/** What one server has. */
const comparedServerSchema = z.object({
  host: z.string(),
  environment: z.string(),
  /** Against the committed file: `missing` = no file, `unreadable` = the server did not give its file or it is no config. */
  state: z.enum(['same', 'changed', 'missing', 'unreadable']),
  /** Why it is unreadable. */
  error: z.string().optional(),
  /** Lines, from 1, that are no setting and not ours; of several passages at most 20 are named. */
  other_text: z.array(z.object({ first: z.number().int(), last: z.number().int() })),
  /** More passages than are named. */
  more_other_text: z.boolean(),
});
export type ComparedServer = z.output<typeof comparedServerSchema>;

/** Saved, committed and published, side by side. */
export const serversComparisonSchema = z.object({
  revision: z.number().int(),
  committed_revision: z.number().int().nullable(),
  read_at: z.iso.datetime(),
  servers: z.array(comparedServerSchema),
  /** By key. */
  rows: z.array(comparedRowSchema),
});
