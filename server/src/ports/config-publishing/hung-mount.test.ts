import { hash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createDirectoryPublishing } from './directory-driver.ts';
import type { PublishFile } from './port.ts';

const mount = vi.hoisted(() => ({
  /** The call during which it hangs. */
  hangsAt: '',
  reached: Promise.withResolvers<void>(),
  back: Promise.withResolvers<void>(),
  changes: [] as string[],
}));
vi.mock(import('node:fs/promises'), async (original) => {
  const files = await original();
  // Synchronous, so that all that follows the hang is done before the next turn of the event loop.
  const { lstatSync, realpathSync } = await import('node:fs');
  const hanging = (name: string, call: (path: string) => unknown) => async (path: string) => {
    const result = call(path);
    if (mount.hangsAt !== name) return result;
    mount.reached.resolve();
    await mount.back.promise;
    return result;
  };
  const noted =
    (call: (...given: never[]) => Promise<void>) =>
    (...given: never[]) => {
      mount.changes.push(call.name);
      return call(...given);
    };
  const replaced = {
    lstat: hanging('lstat', lstatSync),
    realpath: hanging('realpath', realpathSync),
    rename: noted(files.rename),
    unlink: noted(files.unlink),
  };
  return { ...files, ...replaced } as unknown as typeof files;
});

const web = { host: 'web-1' };
const fileOf = (text: string): PublishFile => {
  const content = Buffer.from(text);
  return { path: 'tenants/1/coursepro.php', content, sha256: hash('sha256', content) };
};

it.each([
  ['activate', 'lstat'],
  ['withdraw', 'realpath'],
] as const)('a mount that comes back after the time limit of %s keeps its file', async (step, call) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const root = mkdtempSync(join(tmpdir(), 'mc-mount-'));
  onTestFinished(() => {
    vi.useRealTimers();
    rmSync(root, { recursive: true, force: true });
  });
  const [old, next] = [fileOf('old'), fileOf('new')];
  const port = createDirectoryPublishing({ root, timeoutMs: 10_000 });
  await port.stage(web, old, 'p1');
  await port.activate(web, old, 'p1');
  await port.stage(web, next, 'p2');
  Object.assign(mount, { hangsAt: call, reached: Promise.withResolvers(), back: Promise.withResolvers(), changes: [] });
  const ended = step === 'activate' ? port.activate(web, next, 'p2') : port.withdraw(web, next.path);
  await mount.reached.promise;
  vi.advanceTimersByTime(10_000);
  expect(await ended).toMatchObject({ ok: false, silent: true });
  mount.hangsAt = '';
  mount.back.resolve();
  await setImmediate();
  expect(mount.changes).toEqual([]);
  expect(readFileSync(join(root, 'web-1/config', old.path), 'utf8')).toBe('old');
});
