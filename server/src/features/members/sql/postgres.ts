import { LITERALS } from './literal.ts';
import type { SqlDialect } from './sql-dialect.ts';

/** PostgreSQL. Ids of all members are taken from the sequence first, so that telephones and e-mails know theirs. */
export const postgres: SqlDialect = {
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
