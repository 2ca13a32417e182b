import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../platform/testing/temporary-folder.ts';
import { placeFreshEmbedded } from '../platform/testing/fresh-database.ts';

const CANARY = 'hunter2-canary';
const MAIN = fileURLToPath(new URL('main.ts', import.meta.url));
const folder = temporaryFolder();

/** A failed statement, as thrown by Drizzle. */
const FAILED = `Object.assign(new Error('Failed query: select 1\\nparams: ${CANARY}'), { params: ['${CANARY}'] })`;

/** Starts a console that runs this code on a signal, sends the signal, and returns the exit code and output. */
async function consoleIn(happening: string): Promise<{ code: number | null; printed: string; address: string }> {
  const preload = join(folder, 'preload.mjs');
  writeFileSync(preload, `process.on('SIGUSR2', () => { ${happening} });`);
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const settings = {
    DATA_DIR: join(folder, 'data'),
    PORT: '0',
    SANDBOX: 'off',
    LOG_LEVEL: 'warn',
    ADMIN_PASSWORD: 'long enough by far',
  };
  const child = spawn(process.execPath, ['--import', preload, MAIN], {
    env: { PATH, HOME, NODE_COMPILE_CACHE, ...settings },
  });
  let printed = '';
  const ready = new Promise<void>((settle) => {
    const add = (piece: Buffer): void => {
      printed += piece.toString('utf8');
      if (printed.includes('answers on')) settle();
    };
    child.stdout.on('data', add);
    child.stderr.on('data', add);
  });
  const ended = once(child, 'close') as Promise<[code: number | null]>;
  await Promise.race([ready, ended]);
  const address = /answers on (\S+)/.exec(printed)?.[1] ?? '';
  child.kill('SIGUSR2');
  return { code: (await ended)[0], printed, address };
}

it('logs unhandled errors without their values, and shuts down cleanly', { timeout: 120_000 }, async () => {
  await placeFreshEmbedded(join(folder, 'data'));
  const { code, printed, address } = await consoleIn(
    `void Promise.reject(${FAILED}); void Promise.reject('${CANARY}'); throw ${FAILED};`,
  );
  expect(address).toMatch(/^http/);
  expect(printed).not.toContain(CANARY);
  const lines = printed.split('\n').filter((line) => line.includes('was not handled'));
  const entries = lines.map((line) => JSON.parse(line) as { level: string; origin: string; err: { message: string } });
  expect(
    entries
      .map(({ level, origin, err }) => [level, origin, err.message])
      .toSorted((a, b) => a.join(' ').localeCompare(b.join(' '))),
  ).toEqual([
    ['fatal', 'uncaughtException', 'Failed query: select 1'],
    ['fatal', 'unhandledRejection', 'A value that is not an error was thrown.'],
    ['fatal', 'unhandledRejection', 'Failed query: select 1'],
  ]);
  expect(code).toBe(1);
  // The folder lock was released.
  const left = readdirSync(join(folder, 'data'), { recursive: true, encoding: 'utf8' });
  expect(left.length).toBeGreaterThan(10);
  expect(left.filter((name) => name.endsWith('lock.json'))).toEqual([]);
});
