import { z } from 'zod';
import { DIALECTS, SHEET_LIMITS } from './columns.ts';

/** A parsed spreadsheet [IMP-06], with the documented keys (C-027). */
export const importedSheet = z.object({
  /** False when it could not be read; `error` states why, and everything else is empty. */
  valid: z.boolean(),
  /** The names in the first row. */
  header: z.array(z.string()),
  /** The rows below, each as wide as `header`; leading and trailing empty rows are dropped. */
  members: z.array(z.array(z.string())),
  /** Name of the SQL file [IMP-08]. */
  output: z.string(),
  /** '' when the spreadsheet was read. */
  error: z.string(),
  /** Suggested importable column for each column; '' for none. */
  suggested: z.array(z.string()),
  /** Number of rows that are not empty [IMP-24]. */
  count: z.int(),
  /** Row number of the header, from 1: `members[i]` is row `header_row + 1 + i`. */
  header_row: z.int(),
});
export type ImportedSheet = z.infer<typeof importedSheet>;

const dialect = z.enum(DIALECTS.map(({ value }) => value));

/** Members to render as SQL [IMP-07]. */
export const validateBody = z.strictObject({
  /** Import target of each column: an importable column, `Ignore` or ''. */
  headers: z.array(z.string().max(SHEET_LIMITS.cell)).max(SHEET_LIMITS.columns),
  /** No row is wider than `headers`; empty rows are ignored. */
  members: z.array(z.array(z.string())).max(SHEET_LIMITS.rows),
  dialect: dialect.optional(),
  /** `header_row` of the sheet, for row numbers in messages; 1 when absent. */
  header_row: z.int().min(1).max(1_048_576).optional(),
});
export type ValidateBody = z.infer<typeof validateBody>;

/** The cell an error or warning refers to. */
const cellNote = z.object({
  level: z.enum(['error', 'warning']),
  /** Index in `members`. */
  row: z.int(),
  /** Index in `headers`; -1 for the whole row. */
  column: z.int(),
  message: z.string(),
});
export type CellNote = z.infer<typeof cellNote>;

/** Validation result, with the SQL if there is no error [IMP-07]. */
export const validated = z.object({
  valid: z.boolean(),
  /** Number of members the SQL adds; 0 without SQL. */
  count: z.int(),
  dialect,
  warnings: z.array(z.string()),
  errors: z.array(z.string()),
  /** The first 1,000 cells with errors or warnings, errors first. */
  cells: z.array(cellNote),
  /** '' if there is an error. */
  sql: z.string(),
});
export type Validated = z.infer<typeof validated>;
