import { DrizzleQueryError, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { setUpTestCtx } from '../testing/set-up-test-ctx.ts';
import { createLog } from './log.ts';
import { safeMessage, serializeError } from './serialize-error.ts';

const CANARY = 'hunter2-canary';
const t = setUpTestCtx();

const failureOf = (statement: ReturnType<typeof sql>): Promise<unknown> =>
  t.db.execute(statement).then(
    () => null,
    (error: unknown) => error,
  );

function logged(facts: object): string {
  const lines: string[] = [];
  createLog('debug', { write: (line) => void lines.push(line) }).error(facts, 'request failed');
  return lines.join('');
}

it('logs a failed statement without its parameters, wherever the error occurs', async () => {
  const values = [
    sql`select 1 from nothing where name = ${CANARY}`,
    sql`select ${CANARY}::int`,
    sql`select 1 from nothing where name = ${`line\nparams: ${CANARY}\n    at there`}`,
    sql`insert into login_throttle (key, failures, since, last_at) values (${CANARY}, 1, now(), now()), (${CANARY}, 1, now(), now())`,
  ];
  for (const statement of values) {
    const error = await failureOf(statement);
    expect(error).toBeInstanceOf(DrizzleQueryError);
    const wrapped = new Error('outer', { cause: error });
    for (const facts of [
      { err: error },
      { error },
      { cause: error },
      { err: wrapped },
      { err: new AggregateError([error], 'all') },
    ]) {
      const line = logged(facts);
      expect(line).not.toContain(CANARY);
      expect(line).toContain('Failed query');
    }
    expect(safeMessage(error)).not.toContain(CANARY);
  }
});

it('keeps the facts that explain an error', async () => {
  const error = await failureOf(sql`select 1 from nothing`);
  expect(serializeError(error)).toMatchObject({
    message: 'Failed query: select 1 from nothing',
    stack: expect.stringMatching(/^Error: Failed query.*\n\s+at /) as string,
    cause: { code: '42P01', message: expect.stringContaining('nothing') as string },
  });
  expect(serializeError('a text')).toBe('a text');
});
