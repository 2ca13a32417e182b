import { expect, it } from 'vitest';
import { kindOfMariadb } from './mariadb-driver.ts';
import { kindOfPostgresql } from './postgresql-driver.ts';
import { serverFailure } from './server-failure.ts';

const failed = (code: string, message = '') => Object.assign(new Error(message), { code });

// Messages of real servers, the first of each on a full disk; those that a test can provoke are in failures-suite.ts.
it.each([
  [failed('53100', 'could not extend file "base/16384/13406_fsm": No space left on device'), 'diskFull'],
  [failed('53300', 'too many connections for role "console"'), 'full'],
  [failed('28000', 'no pg_hba.conf entry for host "10.0.0.9", user "console", database "postgres"'), 'notAdmitted'],
  [failed('57P03', 'the database system is starting up'), 'starting'],
  [failed('25006', 'cannot execute CREATE DATABASE in a read-only transaction'), 'readOnly'],
  [failed('ECONNRESET'), 'lost'],
  [new Error('Connection terminated unexpectedly'), 'lost'],
  [failed('CERT_HAS_EXPIRED'), 'tls'],
  [failed('22023', 'encoding "UTF8" does not match locale "de_DE"'), 'other'],
  ['no error at all', 'other'],
])('classifies %s of PostgreSQL', (error, kind) => {
  expect(kindOfPostgresql(error)).toBe(kind);
});

it.each([
  [failed('ER_CANT_CREATE_DB', `Can't create database 'x' (errno: 28 "No space left on device")`), 'diskFull'],
  [failed('ER_CANT_CREATE_DB', `Can't create database 'x' (errno: 13 "Permission denied")`), 'other'],
  [failed('ER_CON_COUNT_ERROR', 'Too many connections'), 'full'],
  [failed('ER_HOST_NOT_PRIVILEGED', "Host '10.0.0.9' is not allowed to connect to this MariaDB server"), 'notAdmitted'],
  [failed('PROTOCOL_CONNECTION_LOST'), 'lost'],
  [failed('EHOSTUNREACH'), 'unreachable'],
  [undefined, 'other'],
])('classifies %s of MariaDB', (error, kind) => {
  expect(kindOfMariadb(error)).toBe(kind);
});

it('gives instructions and keeps the cause for the log', () => {
  const cause = failed('53100');
  const failure = serverFailure('eu-db-01', 'diskFull', cause);
  expect(failure.message).toBe(
    'The database server eu-db-01 has no space left on its disk. Make space there. Then try again.',
  );
  expect(failure.cause).toBe(cause);
});
