import { DrizzleQueryError } from 'drizzle-orm';
import pg from 'pg';
import { expect, it } from 'vitest';
import { isDatabaseDown, OutcomeUnknown, isOutcomeUnknown, toDatabaseError } from './database-down.ts';

const failed = (facts: object, message = 'failed'): Error => Object.assign(new Error(message), facts);
const fromServer = (code: string): Error => Object.assign(new pg.DatabaseError('said so', 1, 'error'), { code });
const wrapped = (error: unknown): unknown => new DrizzleQueryError('select 1', [], toDatabaseError(error) as Error);

it.each([
  failed({ code: 'ECONNREFUSED', syscall: 'connect' }),
  failed({ code: 'ECONNRESET', syscall: 'read' }),
  failed({ code: 'ENOTFOUND', syscall: 'getaddrinfo' }),
  failed({}, 'timeout expired'),
  failed({}, 'Query read timeout'),
  failed({}, 'Connection terminated unexpectedly'),
  failed({}, 'Client has encountered a connection error and is not queryable'),
  ...['57P01', '57P02', '57P03', '53300', '25P03', '08006', '57014', '40P01'].map(fromServer),
])('classifies %o as a database that is down', (error) => {
  expect(isDatabaseDown(wrapped(error))).toBe(true);
});

it.each([failed({}, 'a mistake of ours'), ...['23505', '42P01', '40001'].map(fromServer)])(
  'does not classify a rejected statement: %o',
  (error) => expect(isDatabaseDown(wrapped(error))).toBe(false),
);

it.each(['ECONNRESET', 'EPIPE', 'ECONNREFUSED', 'ETIMEDOUT'])(
  'does not blame the database for %s of another peer',
  (code) => expect(isDatabaseDown(failed({ code, syscall: 'read' }))).toBe(false),
);

it('distinguishes an unknown outcome from a database that is merely down', () => {
  const unknown = new Error('outer', { cause: new OutcomeUnknown('broke') });
  expect([isOutcomeUnknown(unknown), isDatabaseDown(unknown)]).toEqual([true, true]);
  expect(isOutcomeUnknown(wrapped(failed({ code: 'ECONNRESET', syscall: 'read' })))).toBe(false);
});
