import { calls } from '@mission-control/contract/calls';
import { expect, it } from 'vitest';
import { callHeads } from './call-heads.ts';

const files = import.meta.glob<string>('../contract/src/**/calls.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});

it('finds the head of every call that a person makes', async () => {
  const modules = await Promise.all(
    Object.entries(files).map(
      ([path, source]) => import(`data:text/javascript,${encodeURIComponent(callHeads(path, source))}`),
    ),
  );
  const heads = modules.flatMap((module) => Object.values(module as Record<string, object>));
  const ofPeople = calls.filter(({ access }) => access !== 'environment');
  const expected = ofPeople.map(({ name, method, path, access, status, form }) => ({
    name,
    method,
    path,
    access,
    ...(status !== undefined && { status }),
    ...(form !== undefined && { form }),
  }));
  expect(heads).toEqual(expect.arrayContaining(expected));
  expect(expected.length).toBeGreaterThan(50);
});

it('refuses a head that is not written as plain values', () => {
  const source = "export const one = defineCall({ name: 'one', path: `/api/${two}`, answer: z.object({}) });";
  expect(() => callHeads('calls.ts', source)).toThrow(/path of the call one is no plain value/);
});
