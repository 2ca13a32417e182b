import { beforeEach, expect, it } from 'vitest';
import type { Ctx } from '../../../platform/context.ts';
import { setUpTestCtx } from '../../../platform/testing/set-up-test-ctx.ts';
import { commitConfig } from '../publish/commit-config.ts';
import { previewConfig } from './preview-config.ts';
import { addTenant, constant, createFleet, published, saveDiff, type Diff } from '../testing/config-fleet.ts';

const t = setUpTestCtx(createFleet);
let amelia: Ctx;
let id: number;
beforeEach(async () => {
  amelia = t.as({ role: 'operator' });
  id = await addTenant(t);
});

const put = (diff: Diff) => saveDiff(amelia, id, diff);
const shown = (role: 'operator' | 'viewer' = 'operator') =>
  previewConfig(t.as({ role }), { params: { id, service: 'coursepro' } });

/** Lines that occur in only one of two texts. */
function differing(before: string, after: string): { removed: string[]; added: string[] } {
  const [old, next] = [before.split('\n'), after.split('\n')];
  return { removed: old.filter((line) => !next.includes(line)), added: next.filter((line) => !old.includes(line)) };
}

it('returns revision 0 and no committed file for a config that was never saved', async () => {
  expect(await shown()).toMatchObject({ revision: 0, committed: null });
});

it('returns no committed file before the first commit', async () => {
  await put({ added: [constant('A', '1')] });
  expect(await shown()).toMatchObject({ revision: 1, committed: null });
});

it('returns the committed and the next file, which are equal without uncommitted changes', async () => {
  await put({ added: [constant('A', '1'), constant('B', 'stays'), constant('C', 'goes')] });
  await commitConfig(amelia, { params: { id, service: 'coursepro' } });
  const now = await shown();
  expect(now.committed).toEqual({ revision: 1, content: now.content });
  expect(now.content).toBe(published(t, id)[0]);
  await put({ changed: [constant('A', '2')], removed: ['C'] });
  await put({ added: [constant('D', 'new')] });
  const waiting = await shown();
  expect(waiting.revision).toBe(3);
  expect(waiting.committed).toEqual({ revision: 1, content: published(t, id)[0] });
  expect(differing(waiting.committed?.content ?? '', waiting.content)).toEqual({
    removed: ["define('A', '1');", "define('C', 'goes');"],
    added: ["define('A', '2');", "define('D', 'new');"],
  });
});

it('shows that a secret has changed but neither value, to viewers and operators alike', async () => {
  await put({ added: [constant('DB_PASSWORD', 'canary-1'), constant('API_TOKEN', 'canary-2'), constant('A', '1')] });
  await commitConfig(amelia, { params: { id, service: 'coursepro' } });
  await put({ changed: [constant('DB_PASSWORD', 'canary-3')] });
  const seen = await shown();
  expect(differing(seen.committed?.content ?? '', seen.content)).toEqual({
    removed: ["define('DB_PASSWORD', '•••••••• (earlier value)');"],
    added: ["define('DB_PASSWORD', '••••••••');"],
  });
  expect(await shown('viewer')).toEqual(seen);
  expect(JSON.stringify(seen)).not.toContain('canary');
});

it('masks both values of a setting if one of them is secret', async () => {
  await put({ added: [constant('LABEL', 'https://robot:canary-of-an-address@sms.example')] });
  await commitConfig(amelia, { params: { id, service: 'coursepro' } });
  await put({ removed: ['LABEL'] });
  await put({ added: [constant('LABEL', 'https://robot@sms.example')] });
  const seen = await shown();
  expect(differing(seen.committed?.content ?? '', seen.content)).toEqual({
    removed: ["define('LABEL', '•••••••• (earlier value)');"],
    added: ["define('LABEL', '••••••••');"],
  });
});
