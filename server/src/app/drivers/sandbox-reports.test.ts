import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../platform/testing/temporary-folder.ts';
import { importSmallInventory } from '../../features/inventory/testing/small-inventory.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { reportTokens } from './sandbox-reports.ts';

const t = setUpTestCtx(importSmallInventory);
const folder = temporaryFolder();
const file = join(folder, 'report-tokens.json');

it('reuses the stored tokens of the reports, and replaces them if their file is damaged', async () => {
  const first = await reportTokens(file, t);
  expect(first.length).toBeGreaterThan(0);
  expect(await reportTokens(file, t)).toEqual(first);
  for (const damaged of ['', '{"1": "half', 'null', '{"1": 2}']) {
    writeFileSync(file, damaged);
    const made = await reportTokens(file, t);
    expect(made).toHaveLength(first.length);
    expect(await reportTokens(file, t)).toEqual(made);
  }
});

it('never leaves a file written by halves in place, and no other file', async () => {
  const { ino } = statSync(file);
  await reportTokens(file, t);
  expect(statSync(file).ino).not.toBe(ino);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['report-tokens.json']);
});
