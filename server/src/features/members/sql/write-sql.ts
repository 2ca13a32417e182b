import type { Dialect } from '@mission-control/contract/members/columns';
import type { Filled, Member } from '../member.ts';
import { mariadb } from './mariadb.ts';
import { postgres } from './postgres.ts';
import type { SqlDialect } from './sql-dialect.ts';

const DIALECTS: Readonly<Record<Dialect, SqlDialect>> = { mariadb, postgres };

/** Members of one statement, and characters after which it ends early: servers bound the length of a statement. */
const BATCH = { members: 500, characters: 256 * 1024 };

/** Takes members one by one, and gives out the SQL in pieces. */
export interface SqlWriter {
  add(member: Member): void;
  /** Gives out the last pieces; returns what stands before the first one, where the members are counted. */
  finish(): string;
}

/**
 * Writes members as one transaction of SQL, in batches (decision 0032). Comments hold nothing of the spreadsheet, names of
 * tables and columns come from this console, and every value is written by the dialect's one literal writer.
 * @param give gets the pieces in their order
 */
export function createSqlWriter(name: Dialect, filled: Filled, give: (piece: string) => void): SqlWriter {
  const dialect = DIALECTS[name];
  const columns = [...dialect.idColumns, ...filled.fields, ...(filled.centre ? ['home_centre_id'] : [])];
  const centres = new Map<string, number>();
  let written = 0;
  let batch = newBatch();

  const flush = (): void => {
    if (batch.count === 0) return;
    const statements = [
      ...batch.centres,
      insert(`INSERT INTO members (${columns.join(', ')})${dialect.override} VALUES`, batch.members),
      ...dialect.afterMembers,
      insert('INSERT INTO member_telephones (member_id, kind, number) VALUES', batch.telephones),
      insert('INSERT INTO member_emails (member_id, email, is_primary) VALUES', batch.emails),
    ];
    give(`${statements.filter(Boolean).join('\n')}\n\n`);
    written += batch.count;
    batch = newBatch();
  };

  return {
    add(member) {
      const id = dialect.memberId(batch.count, written + batch.count + 1);
      const values = [
        ...dialect.idColumns.map(() => id),
        ...filled.fields.map((field) => literal(dialect, member.fields[field])),
      ];
      if (filled.centre) values.push(centreOf(member.centre));
      addRow(batch, 'members', values);
      for (const { kind, number } of member.telephones)
        addRow(batch, 'telephones', [id, `'${kind}'`, dialect.literal(number)]);
      for (const [place, email] of member.emails.entries())
        addRow(batch, 'emails', [id, dialect.literal(email), place === 0 ? 'TRUE' : 'FALSE']);
      batch.count++;
      if (batch.count >= BATCH.members || batch.characters >= BATCH.characters) flush();
    },
    finish() {
      flush();
      give(`${dialect.footer.join('\n')}\n`);
      return `${dialect.header(written).join('\n')}\n\n`;
    },
  };

  function centreOf(centre: string | undefined): string {
    if (centre === undefined) return 'NULL';
    let number = centres.get(centre);
    if (number === undefined) {
      number = centres.size + 1;
      centres.set(centre, number);
      const statement = dialect.findCentre(number, selectCentre(dialect, centre));
      batch.centres.push(statement);
      batch.characters += statement.length;
    }
    return dialect.centreId(number);
  }
}

interface Batch {
  count: number;
  characters: number;
  centres: string[];
  members: string[];
  telephones: string[];
  emails: string[];
}

const newBatch = (): Batch => ({ count: 0, characters: 0, centres: [], members: [], telephones: [], emails: [] });

function addRow(batch: Batch, table: 'members' | 'telephones' | 'emails', values: readonly string[]): void {
  const row = `  (${values.join(', ')})`;
  batch[table].push(row);
  batch.characters += row.length;
}

const literal = (dialect: SqlDialect, text: string | undefined): string =>
  text === undefined ? 'NULL' : dialect.literal(text);

const insert = (head: string, rows: readonly string[]): string =>
  rows.length === 0 ? '' : `${head}\n${rows.join(',\n')};`;

/** The id of the one centre of that name; NULL when there is none, or more than one. */
const selectCentre = (dialect: SqlDialect, name: string): string =>
  `SELECT MIN(id) FROM centres WHERE LOWER(name) = LOWER(${dialect.literal(name)}) HAVING COUNT(*) = 1`;
