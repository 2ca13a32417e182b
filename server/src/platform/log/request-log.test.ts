import { expect, it } from 'vitest';
import { createLog, type Log } from './log.ts';
import { requestLog } from './request-log.ts';

function setup(level: 'debug' | 'warn') {
  const lines: Record<string, unknown>[] = [];
  const log = createLog(level, { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) });
  return { lines, log };
}

it('writes what the log writes, with its bindings in every line', () => {
  const { lines, log } = setup('debug');
  const own = requestLog(log, { requestId: 'r1' });
  own.warn({ err: new Error('boom') }, 'request failed');
  own.debug('said %s', 'this');
  own.child({ job: 7 }).info({ token: 'secret' }, 'below');
  expect(lines).toMatchObject([
    { level: 'warn', requestId: 'r1', err: { message: 'boom' }, msg: 'request failed' },
    { level: 'debug', requestId: 'r1', msg: 'said this' },
    { level: 'info', requestId: 'r1', job: 7, token: '[masked]', msg: 'below' },
  ]);
  expect(own.level).toBe('debug');
});

it('creates no child logger until something is written', () => {
  const { lines, log } = setup('warn');
  let made = 0;
  const counting = Object.assign(Object.create(log) as Log, {
    child: (own: object) => ((made += 1), log.child(own)),
  });
  const own = requestLog(counting, { requestId: 'r1' });
  own.debug('not at this level');
  expect([made, lines]).toEqual([0, []]);
  own.warn('one');
  own.error('two');
  expect([made, lines.length]).toEqual([1, 2]);
});
