import fs from 'node:fs';
import { relative } from 'node:path';
import { expect, it, vi } from 'vitest';
import { temporaryFolder } from '../platform/testing/temporary-folder.ts';
import { readKeyFile } from './settings/licence-keys.ts';

const folder = temporaryFolder();

it('creates a key once, safe against power failures: content is flushed before the name, and the name with the folder', () => {
  const sync = fs.fsyncSync.bind(fs);
  const seen: string[] = [];
  const spy = vi.spyOn(fs, 'fsyncSync').mockImplementation((file) => {
    const path = relative(folder, fs.readlinkSync(`/proc/self/fd/${file}`));
    seen.push(path === '' ? `.: ${fs.readdirSync(folder).join(' ')}` : `${path} ${fs.fstatSync(file).size} bytes`);
    sync(file);
  });
  const { path, text } = readKeyFile(folder, 'secrets.key');
  spy.mockRestore();
  expect(seen).toEqual([expect.stringMatching(/^secrets\.key\.[0-9a-f-]{36} 45 bytes$/), '.: secrets.key']);
  expect(Buffer.from(text, 'base64')).toHaveLength(32);
  expect(fs.statSync(path).mode & 0o777).toBe(0o600);
  expect(readKeyFile(folder, 'secrets.key').text).toBe(text);
  expect(fs.readdirSync(folder)).toEqual(['secrets.key']);
});
