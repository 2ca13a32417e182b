import { DEFAULT_BRANDING, DEFAULT_COLOURS } from '@mission-control/contract/branding/rules';
import { expect, it } from 'vitest';
import type { Ctx } from '../../platform/context.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import type { Files } from '../../ports/files/port.ts';
import { publishBranding } from './publish-branding.ts';

const t = setUpTestCtx();

const { en, cy } = DEFAULT_BRANDING;
/** Publishes the nth branding. Returns the paths of its style sheet and content. */
async function publish(n: number, files: Partial<Files> = {}): Promise<string[]> {
  const ctx: Ctx = { ...t, ports: { ...t.ports, files: { ...t.ports.files, ...files } } };
  const [css = '', json = ''] = await publishBranding(ctx, {
    css: `a { order: ${n} }`,
    colours: { ...DEFAULT_COLOURS, primary: `#0000${String(n).padStart(2, '0')}` },
    content: { en, cy },
    logo: null,
    tenant: { id: 7, name: 'Brimham' },
    source: { app: 'homeportal2', branch: 'main', commit: 'c' },
  });
  return [css, json];
}
const exist = async (paths: string[]): Promise<boolean[]> =>
  Promise.all(paths.map(async (path) => (await t.ports.files.read(path)) !== null));

it('keeps the files of the ten previous brandings and removes older ones', async () => {
  const published: string[][] = [];
  for (let n = 0; n < 12; n += 1) published.push(await publish(n));
  const left = async () =>
    (await Promise.all(published.map(exist))).map(([css, json]) => css === true && json === true);
  expect(await left()).toEqual([false, ...Array.from({ length: 11 }, () => true)]);

  // A branding that is published again counts as new.
  await publish(1);
  published.push(await publish(12));
  expect((await left()).slice(0, 4)).toEqual([false, true, false, true]);
});

it('publishes although old files cannot be removed, and retries removing them the next time', async () => {
  const first = await publish(20);
  for (let n = 21; n < 31; n += 1) await publish(n);
  await publish(31, { remove: () => Promise.reject(new Error('The disk reports an error.')) });
  expect(await exist(first)).toEqual([true, true]);
  await publish(32);
  expect(await exist(first)).toEqual([false, false]);
});
