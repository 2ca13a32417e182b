import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { calls } from '@mission-control/contract/calls';
import { expect, it } from 'vitest';
import { callHeads } from './call-heads.ts';

const contract = join(import.meta.dirname, '../contract/src');
const files = readdirSync(contract).flatMap((folder) => {
  const path = join(contract, folder, 'calls.ts');
  try {
    return [{ path, source: readFileSync(path, 'utf8') }];
  } catch {
    return [];
  }
});

it('finds the head of every call of the contract', async () => {
  const modules = await Promise.all(
    files.map(({ path, source }) => import(`data:text/javascript,${encodeURIComponent(callHeads(path, source))}`)),
  );
  const heads = modules.flatMap((module) => Object.values(module as Record<string, object>));
  const expected = calls.map(({ name, method, path, access, status }) => ({
    name,
    method,
    path,
    access,
    ...(status !== undefined && { status }),
  }));
  expect(heads).toEqual(expect.arrayContaining(expected));
});

it('refuses a head that is not written as plain values', () => {
  const source = "export const one = defineCall({ name: 'one', path: `/api/${two}`, answer: z.object({}) });";
  expect(() => callHeads('calls.ts', source)).toThrow(/path of the call one is no plain value/);
});
