import { LITERALS } from './literal.ts';
import type { SqlDialect } from './sql-dialect.ts';

const MODE = 'STRICT_ALL_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,NO_BACKSLASH_ESCAPES,NO_ENGINE_SUBSTITUTION';

/**
 * MariaDB and MySQL. The ids of a statement that inserts given rows follow each other, the first is LAST_INSERT_ID(): so
 * telephones and e-mails find their member. That holds only without sub-selects among the rows, so ids of centres are kept in
 * variables.
 */
export const mariadb: SqlDialect = {
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
