import { z } from 'zod';
import { idInAddress, MAX_ID, numberInAddress } from '../id.ts';
import { changeSchema } from './schema.ts';

export const revisionNumber = idInAddress;
/** A revision number, or 0 for the empty config before the first. */
export const revisionOrStart = numberInAddress(0, MAX_ID);

/** A revision, and who saved or committed it and when. */
export const revisionFacts = z.object({ number: revisionNumber, by: z.string(), at: z.iso.datetime() });

/** Net changes between two revisions; a change that was undone is not listed. */
export const comparisonSchema = z.object({
  from: z.number().int(),
  to: z.number().int(),
  /** By key; null before = added, null after = removed. */
  changes: z.array(changeSchema),
});

/** How a setting is written in a PHP file; in other formats always `text`. */
const FORMS = ['constant', 'variable', 'block', 'text'] as const;

/** A setting's value on one side. */
const cellSchema = z.object({
  /** '' when masked. */
  value: z.string(),
  masked: z.boolean(),
  form: z.enum(FORMS),
  /** Cells of a row with the same number have equal values, secrets included. */
  variant: z.number().int(),
});
export type ComparedCell = z.output<typeof cellSchema>;

/** A setting that differs somewhere; null = not in the file. */
const comparedRowSchema = z.object({
  key: z.string(),
  saved: cellSchema.nullable(),
  committed: cellSchema.nullable(),
  /** Servers grouped by equal value. */
  servers: z.array(z.object({ hosts: z.array(z.string()), cell: cellSchema.nullable() })),
});
export type ComparedRow = z.output<typeof comparedRowSchema>;

/** The state of one server. */
const comparedServerSchema = z.object({
  host: z.string(),
  environment: z.string(),
  /** Compared with the committed file: `missing` = no file, `unreadable` = the file could not be fetched or parsed. */
  state: z.enum(['same', 'changed', 'missing', 'unreadable']),
  /** Why it is unreadable. */
  error: z.string().optional(),
  /** Ranges of lines, from 1, that are neither settings nor written by the console; at most 20. */
  other_text: z.array(z.object({ first: z.number().int(), last: z.number().int() })),
  /** True when `other_text` was truncated. */
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
