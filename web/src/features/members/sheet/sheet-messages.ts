import type { Dialect } from '@mission-control/contract/members/columns';
import type { CellNote } from '@mission-control/contract/members/schema';

/** The spreadsheet is none, or cannot be worked with; the message is for the person. */
export class SheetError extends Error {}

/** A member of the spreadsheet as the table shows it: long cells are cut. */
export type SheetRow = readonly string[];

/** A spreadsheet that was read, without its members: those stay in the worker. */
export interface ReadSheet {
  header: readonly string[];
  /** The importable column for each column of the spreadsheet, or Ignore. */
  suggested: readonly string[];
  /** Rows of members, empty ones between others among them. */
  rows: number;
  /** Members: rows that are not empty. */
  count: number;
  /** The row of the spreadsheet with the names, from 1. */
  headerRow: number;
  /** Name of the SQL file. */
  output: string;
}

/** What the server made of a spreadsheet: its members, or why they could not be read. */
export type SheetAnswer = { valid: true; sheet: ReadSheet } | { valid: false; error: string };

/** What the server made of the members. */
export interface Checked {
  valid: boolean;
  /** The whole file; null without. */
  sql: Blob | null;
  /** How many members the SQL adds. */
  count: number;
  errors: readonly string[];
  warnings: readonly string[];
  /** The first cells that these are about. */
  cells: readonly CellNote[];
}

/** What the page may ask the worker, and what it answers. */
export interface SheetAsks {
  /** Takes the server's answer to a spreadsheet, and keeps its members. */
  read: { ask: { answer: Blob }; answer: SheetAnswer };
  rows: { ask: { from: number; to: number }; answer: readonly SheetRow[] };
  /** Makes the body that has the members checked. */
  body: { ask: { headers: readonly string[]; dialect: Dialect; headerRow: number }; answer: Blob };
  /** Takes the server's answer to that body. */
  check: { ask: { answer: Blob }; answer: Checked };
}

export type SheetAskName = keyof SheetAsks;

/** A question to the worker, and its answer with the same number. */
export interface SheetQuestion<Name extends SheetAskName = SheetAskName> {
  id: number;
  name: Name;
  ask: SheetAsks[Name]['ask'];
}
export type SheetReply = { id: number; answer: SheetAsks[SheetAskName]['answer'] } | { id: number; fault: string };
