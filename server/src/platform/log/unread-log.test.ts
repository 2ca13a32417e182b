import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';

const script = `
  import { pino } from 'pino';
  const { createLog } = await import(${JSON.stringify(new URL('log.ts', import.meta.url))});
  const log = createLog('info');
  for (let line = 0; line < 64; line += 1) log.info('x'.repeat(1024 * 1024));
  process.send(log[pino.symbols.streamSym]._len);
`;

it('a log that nobody reads does not fill the memory', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [waiting] = (await once(child, 'message')) as [number];
  expect(waiting).toBeGreaterThan(1024 * 1024);
  expect(waiting).toBeLessThan(17 * 1024 * 1024);
});
