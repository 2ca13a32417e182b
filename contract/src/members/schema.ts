import { z } from 'zod';
import { DIALECTS, SHEET_LIMITS } from './columns.ts';

/** What was read from a spreadsheet [IMP-06], in the documented keys (C-027). */
export const importedSheet = z.object({
  /** False when it could not be read; `error` tells why, and everything else is empty. */
  valid: z.boolean(),
  /** The names in the first row. */
  header: z.array(z.string()),
  /** The rows below, each as wide as `header`; empty ones only between others. */
  members: z.array(z.array(z.string())),
  /** The name of the file of SQL [IMP-08]. */
  output: z.string(),
  /** '' when the spreadsheet was read. */
  error: z.string(),
  /** The importable column that each column is probably meant as; '' where none is. */
  suggested: z.array(z.string()),
  /** Rows that are not empty [IMP-24]. */
  count: z.int(),
  /** The row of the spreadsheet with the names, from 1: `members[i]` is row `header_row + 1 + i`. */
  header_row: z.int(),
});
export type ImportedSheet = z.infer<typeof importedSheet>;

export const dialect = z.enum(DIALECTS.map(({ value }) => value));

/** Members to be written as SQL [IMP-07]. */
export const validateBody = z.strictObject({
  /** What each column is imported as: an importable column, `Ignore` or ''. */
  headers: z.array(z.string().max(SHEET_LIMITS.cell)).max(SHEET_LIMITS.columns),
  /** No row is wider than `headers`; empty rows are left out. */
  members: z.array(z.array(z.string())).max(SHEET_LIMITS.rows),
  dialect: dialect.optional(),
  /** As it was answered with the sheet, so that texts name its rows; 1 when absent. */
  header_row: z.int().min(1).max(1_048_576).optional(),
});
export type ValidateBody = z.infer<typeof validateBody>;

/** A cell that an error or a warning is about. */
export const cellNote = z.object({
  level: z.enum(['error', 'warning']),
  /** Place in `members`, from 0. */
  row: z.int(),
  /** Place in `headers`, from 0; -1 when it is about the whole row. */
  column: z.int(),
  message: z.string(),
});
export type CellNote = z.infer<typeof cellNote>;

/** What the members are like, and their SQL when there is no error [IMP-07]. */
export const validated = z.object({
  valid: z.boolean(),
  /** How many members the SQL adds; 0 without SQL. */
  count: z.int(),
  /** The database that the SQL is for. */
  dialect,
  warnings: z.array(z.string()),
  errors: z.array(z.string()),
  /** The first 1,000 cells that warnings and errors are about, errors first. */
  cells: z.array(cellNote),
  /** '' when there is an error. */
  sql: z.string(),
});
export type Validated = z.infer<typeof validated>;
