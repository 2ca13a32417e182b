import {
  SHEET_LIMITS,
  type Dialect,
  IGNORE,
  isImportable,
  duplicateColumn,
} from '@mission-control/contract/members/columns';
import { duplicateColumns } from '@mission-control/contract/members/mapping';
import { validateBody, type Validated } from '@mission-control/contract/members/schema';
import { numberText } from '@mission-control/contract/numbers';
import { z } from 'zod';
import { AppError } from '../../platform/errors.ts';
import { readBodyRows } from './body-rows.ts';
import { checkMember, chosenColumns, filledBy, isEmptyRow } from './checking/check-member.ts';
import { Remarks } from './checking/remarks.ts';
import type { Member } from './member.ts';
import { createSqlWriter } from './sql/write-sql.ts';

/** Errors in the choice of columns, one sentence each [IMP-14]. */
function faultsOfColumns(headers: readonly string[]): string[] {
  const unknown = headers.filter((name) => name !== '' && name !== IGNORE && !isImportable(name));
  if (unknown.length > 0) return [`Columns that cannot be imported: ${unknown.length}. Choose others, or ${IGNORE}.`];
  const duplicates = duplicateColumns(headers).map(duplicateColumn);
  const named = headers.some((name) => name === 'First Name' || name === 'Last Name');
  return named ? duplicates : [...duplicates, 'Choose which column is the First Name or the Last Name.'];
}

const head = validateBody.omit({ members: true });
const REPEATED = 'A row has the name and the date of birth of a row above';

/** The result, with the SQL as JSON-encoded pieces: a single string would exceed the thread's memory. */
type Found = Omit<Validated, 'sql'> & { sql: Uint8Array[] };

/**
 * Handles `validateMembers` from the bytes of its body, in a worker thread for large bodies.
 * @param today as yyyy-mm-dd
 * @returns the response as JSON bytes, beginning with `valid`, `dialect` and `count`
 * @throws AppError('bad_request') if the body is malformed
 */
export function validateBytes(body: Uint8Array, today: string): Uint8Array {
  const { sql, ...found } = validate(body, today);
  const start = `${JSON.stringify(found).slice(0, -1)},"sql":"`;
  return Buffer.concat([Buffer.from(start), ...sql, Buffer.from('"}')]);
}

/** A piece of a JSON string, without the enclosing quotes. */
const inJson = (piece: string): Uint8Array => Buffer.from(JSON.stringify(piece).slice(1, -1));

function validate(body: Uint8Array, today: string): Found {
  const { rest, rows } = readBodyRows(body, 'members');
  const parsed = head.safeParse(rest);
  if (!parsed.success) throw new AppError('bad_request', z.prettifyError(parsed.error));
  const { headers, dialect = 'mariadb', header_row: headerRow = 1 } = parsed.data;
  const remarks = new Remarks(headerRow);
  for (const fault of faultsOfColumns(headers)) remarks.refuse(fault);
  if (remarks.failed) return summary(remarks, dialect, 0, []);

  const chosen = chosenColumns(headers);
  const pieces: Uint8Array[] = [];
  const writer = createSqlWriter(dialect, filledBy(chosen), (piece) => void pieces.push(inJson(piece)));
  const isRepeated = repetitions();
  let [row, count] = [0, 0];
  for (const cells of rows()) {
    requireRow(cells, row, headers.length);
    if (!isEmptyRow(cells)) {
      const member = checkMember(cells, row, { chosen, remarks, today });
      if (isRepeated(member)) remarks.add('warning', REPEATED, row, -1);
      if (!remarks.failed) writer.add(member);
      count++;
    }
    row++;
  }
  if (count === 0) remarks.refuse('There are no members.');
  if (remarks.failed) return summary(remarks, dialect, 0, []);
  pieces.unshift(inJson(writer.finish()));
  return summary(remarks, dialect, count, pieces);
}

const summary = (remarks: Remarks, dialect: Dialect, count: number, sql: Uint8Array[]): Found => ({
  valid: !remarks.failed,
  dialect,
  count,
  warnings: remarks.warnings,
  errors: remarks.errors,
  cells: remarks.cells,
  sql,
});

function requireRow(cells: unknown, row: number, width: number): asserts cells is string[] {
  if (row >= SHEET_LIMITS.rows)
    throw new AppError('bad_request', `members has more than ${numberText(SHEET_LIMITS.rows)} rows.`);
  if (!Array.isArray(cells) || !cells.every((cell) => typeof cell === 'string'))
    throw new AppError('bad_request', `members.${row} is not a list of texts.`);
  if (cells.length > width) throw new AppError('bad_request', `members.${row} is wider than headers.`);
}

/** Detects members with the same name and date of birth as an earlier one. */
function repetitions(): (member: Member) => boolean {
  const known = new Set<string>();
  return ({ fields }) => {
    if (fields.date_of_birth === undefined) return false;
    const key = `${fields.date_of_birth}\0${fields.first_name ?? ''}\0${fields.last_name ?? ''}`.toLowerCase();
    const isRepeated = known.has(key);
    known.add(key);
    return isRepeated;
  };
}
