import { Buffer } from 'node:buffer';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../platform/testing/temporary-folder.ts';
import { createDirectoryPublishing } from './directory-driver.ts';
import { publishingSuite } from './publishing-suite.ts';

const base = temporaryFolder();
const root = join(base, 'fleet');
const outsideDir = join(base, 'outside');
mkdirSync(outsideDir);

publishingSuite('a directory', () => ({
  publishing: createDirectoryPublishing({ root, timeoutMs: 10_000 }),
  configDir: (host) => join(root, host, 'config'),
  outsideDir,
  close: () => undefined,
}));

describe('the directory driver', () => {
  const file = { path: 'tenants/1/strive.env', content: Buffer.from('x'), sha256: 'x' };

  it('rejects a host folder that is a symbolic link', async () => {
    symlinkSync(outsideDir, join(root, 'linked'));
    const publishing = createDirectoryPublishing({ root, timeoutMs: 10_000 });
    expect(await publishing.stage({ host: 'linked' }, file, 'id')).toMatchObject({ ok: false });
  });

  it('does not block on a pipe in place of the published file', async () => {
    const folder = join(root, 'piped', 'config', 'tenants', '1');
    mkdirSync(folder, { recursive: true });
    execFileSync('mkfifo', [join(folder, 'strive.env'), join(folder, '.tmp.id')]);
    const publishing = createDirectoryPublishing({ root, timeoutMs: 10_000 });
    expect(await publishing.stage({ host: 'piped' }, file, 'id')).toMatchObject({ ok: false });
    await expect(publishing.read({ host: 'piped' }, file.path)).rejects.toMatchObject({ code: 'target_failed' });
  });

  // Root can write everywhere.
  it.skipIf(process.getuid?.() === 0)('reports a read-only folder (not as root)', async () => {
    const folder = join(root, 'readonly');
    mkdirSync(folder);
    chmodSync(folder, 0o500);
    const publishing = createDirectoryPublishing({ root, timeoutMs: 10_000 });
    expect(await publishing.stage({ host: 'readonly' }, file, 'id')).toEqual({
      host: 'readonly',
      ok: false,
      error: 'Writing is not permitted.',
    });
  });
});
