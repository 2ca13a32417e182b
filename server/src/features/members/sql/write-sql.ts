import type { Dialect } from '@mission-control/contract/members/columns';
import type { Filled, Member } from '../member.ts';
import { LITERALS, type WriteLiteral } from './literal.ts';

/** Differences between the SQL dialects. */
interface SqlDialect {
  literal: WriteLiteral;
  /** Comments and start of the transaction. @param count members in the file */
  header(count: number): string[];
  footer: readonly string[];
  /** `id` if ids are inserted explicitly, empty if the database assigns them. */
  idColumns: readonly string[];
  /** Clause before VALUES when ids are inserted explicitly. */
  override: string;
  /** Statements after inserting the members of a batch. */
  afterMembers: readonly string[];
  /** Expression for the id of a member. @param place in its batch, from 0 @param line in the file, from 1 */
  memberId(place: number, line: number): string;
  /** Statement that stores the id of a centre under a number. */
  findCentre(number: number, select: string): string;
  /** Expression for the centre id stored under a number. */
  centreId(number: number): string;
}

const MODE = 'STRICT_ALL_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,NO_BACKSLASH_ESCAPES,NO_ENGINE_SUBSTITUTION';

/**
 * MariaDB and MySQL. A multi-row insert assigns consecutive ids starting at LAST_INSERT_ID(), through which telephones and e-mails
 * refer to their member. This holds only without sub-selects among the rows, so centre ids are stored in variables.
 */
const mariadb: SqlDialect = {
  literal: LITERALS.mariadb,
  header: (count) => [
    `-- Members to import: ${count}. For MariaDB 10.6 or later and MySQL 8, in the database of the tenant.`,
    '-- The text is UTF-8; the session is set to utf8mb4 and to this sql_mode until the end of the file:',
    `-- ${MODE}`,
    '-- One transaction: after an error nothing is imported. Stop at the first error (do not use --force).',
    'SET NAMES utf8mb4;',
    'SET @import_sql_mode = @@SESSION.sql_mode;',
    `SET SESSION sql_mode = '${MODE}';`,
    'SET @import_step = @@SESSION.auto_increment_increment;',
    'START TRANSACTION;',
  ],
  footer: ['COMMIT;', 'SET SESSION sql_mode = @import_sql_mode;'],
  idColumns: [],
  override: '',
  afterMembers: ['SET @import_first = LAST_INSERT_ID();'],
  memberId: (place) => (place === 0 ? '@import_first' : `@import_first + ${place} * @import_step`),
  findCentre: (number, select) => `SET @import_centre_${number} = (${select});`,
  centreId: (number) => `@import_centre_${number}`,
};

/** PostgreSQL. Ids of all members are taken from the sequence first, so that telephones and e-mails can refer to them. */
const postgres: SqlDialect = {
  literal: LITERALS.postgres,
  header: (count) => [
    `-- Members to import: ${count}. For PostgreSQL 13 or later, in the database of the tenant.`,
    '-- The text is UTF-8; client_encoding and standard_conforming_strings are set for the transaction.',
    '-- One transaction: after an error nothing is imported.',
    'BEGIN;',
    "SET LOCAL client_encoding = 'UTF8';",
    'SET LOCAL standard_conforming_strings = on;',
    'CREATE TEMPORARY TABLE import_members (line integer PRIMARY KEY, id bigint NOT NULL) ON COMMIT DROP;',
    'INSERT INTO import_members',
    `  SELECT line, nextval(pg_get_serial_sequence('members', 'id')) FROM generate_series(1, ${count}) AS line;`,
    'CREATE TEMPORARY TABLE import_centres (number integer PRIMARY KEY, id bigint) ON COMMIT DROP;',
  ],
  footer: ['COMMIT;'],
  idColumns: ['id'],
  override: ' OVERRIDING SYSTEM VALUE',
  afterMembers: [],
  memberId: (_place, line) => `(SELECT id FROM import_members WHERE line = ${line})`,
  findCentre: (number, select) => `INSERT INTO import_centres VALUES (${number}, (${select}));`,
  centreId: (number) => `(SELECT id FROM import_centres WHERE number = ${number})`,
};

const DIALECTS: Readonly<Record<Dialect, SqlDialect>> = { mariadb, postgres };

/** Maximum members and characters per statement: servers limit the length of statements. */
const BATCH = { members: 500, characters: 256 * 1024 };

/** Takes members one by one and emits SQL in pieces. */
export interface SqlWriter {
  add(member: Member): void;
  /** Emits the last pieces. Returns the header, which goes before the first piece and contains the number of members. */
  finish(): string;
}

/**
 * Writes members as one SQL transaction, in batches (decision 0032). Comments contain nothing from the spreadsheet, table and column
 * names are fixed, and every value goes through the dialect's literal writer.
 * @param emit receives the pieces in order
 */
export function createSqlWriter(name: Dialect, filled: Filled, emit: (piece: string) => void): SqlWriter {
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
    emit(`${statements.filter(Boolean).join('\n')}\n\n`);
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
      emit(`${dialect.footer.join('\n')}\n`);
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

/** Id of the centre with that name; NULL if there is none or more than one. */
const selectCentre = (dialect: SqlDialect, name: string): string =>
  `SELECT MIN(id) FROM centres WHERE LOWER(name) = LOWER(${dialect.literal(name)}) HAVING COUNT(*) = 1`;
