import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../platform/testing/temporary-folder.ts';
import { dropLeftBehind } from './left-behind.ts';

let root = '';
beforeEach(() => {
  root = temporaryFolder(onTestFinished);
  mkdirSync(join(root, 'branding', '1'), { recursive: true });
  const old = new Date(Date.now() - 3_700_000);
  for (const name of ['.tmp.old-one', '.tmp.young-one', 'logo.png', '.tmp.']) {
    writeFileSync(join(root, 'branding', '1', name), 'x');
    if (name !== '.tmp.young-one') utimesSync(join(root, 'branding', '1', name), old, old);
  }
});
const left = (): string[] => readdirSync(root, { recursive: true, encoding: 'utf8' }).toSorted();

it('keeps files another process may be writing, and foreign files', async () => {
  expect(await dropLeftBehind(root, { alone: false })).toBe(1);
  expect(left()).toEqual([
    'branding',
    'branding/1',
    'branding/1/.tmp.',
    'branding/1/.tmp.young-one',
    'branding/1/logo.png',
  ]);
});

it('removes all partial files when no other process can exist', async () => {
  expect(await dropLeftBehind(root, { alone: true })).toBe(2);
  expect(left()).toEqual(['branding', 'branding/1', 'branding/1/.tmp.', 'branding/1/logo.png']);
  expect(await dropLeftBehind(join(root, 'absent'), { alone: true })).toBe(0);
});
