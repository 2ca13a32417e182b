import type { Dialect } from '@mission-control/contract/members/columns';
import type { CellNote } from '@mission-control/contract/members/schema';

/** The file is not a usable spreadsheet; the message is shown to the user. */
export class SheetError extends Error {}

/** A member as shown in the table, with long cells truncated. */
export type SheetRow = readonly string[];

/** A spreadsheet without its members, which stay in the worker. */
export interface ReadSheet {
  header: readonly string[];
  /** Suggested field for each column, or Ignore. */
  suggested: readonly string[];
  /** Number of rows, including empty ones between members. */
  rows: number;
  /** Number of members, i.e. non-empty rows. */
  count: number;
  /** Row number of the column names, from 1. */
  headerRow: number;
  /** File name of the SQL. */
  output: string;
}

/** The server's reading of a spreadsheet. */
export type SheetAnswer = { valid: true; sheet: ReadSheet } | { valid: false; error: string };

/** The server's validation of the members. */
export interface Checked {
  valid: boolean;
  /** The SQL file; null if invalid. */
  sql: Blob | null;
  /** Number of members in the SQL. */
  count: number;
  errors: readonly string[];
  warnings: readonly string[];
  /** The first affected cells. */
  cells: readonly CellNote[];
}

/** Requests to the worker and their responses. */
export interface SheetAsks {
  /** Parses the server's response to a spreadsheet and keeps its members. */
  read: { ask: { answer: Blob }; answer: SheetAnswer };
  rows: { ask: { from: number; to: number }; answer: readonly SheetRow[] };
  /** Builds the body of the validation request. */
  body: { ask: { headers: readonly string[]; dialect: Dialect; headerRow: number }; answer: Blob };
  /** Parses the server's response to the validation. */
  check: { ask: { answer: Blob }; answer: Checked };
}

export type SheetAskName = keyof SheetAsks;

/** A request to the worker; its reply has the same id. */
export interface SheetQuestion<Name extends SheetAskName = SheetAskName> {
  id: number;
  name: Name;
  ask: SheetAsks[Name]['ask'];
}
export type SheetReply = { id: number; answer: SheetAsks[SheetAskName]['answer'] } | { id: number; fault: string };
