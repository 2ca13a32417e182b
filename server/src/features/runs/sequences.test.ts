import { itemKey, itemOfKey } from '@mission-control/contract/runs/rules';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { auditEvents } from '../../platform/audit/tables.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { recoverRuns, startRun } from './public.ts';
import { findSequence, noteSequence, startSequence } from './sequences.ts';
import { runs } from './tables.ts';

const TIMEOUT_MS = 60_000;
const t = setUpTestCtx();

const amelia = () => t.as({ name: 'amelia.hart', role: 'operator' });
const kind = 'branding-generation' as const;
const items = ['3', '5', '8'].map((item) => ({ item, name: `Tenant ${item}` }));
const begin = (key: string) => startSequence(amelia(), { key, kind, facts: { branch: 'main' }, items });
const run = async (key: string, item: string, work: () => Promise<void> = () => Promise.resolve()) =>
  startRun(amelia(), { kind, subject: item, click: { key: itemKey(key, item) }, work });
const states = async (key: string) =>
  (await findSequence(amelia(), { kind, key })).sequence?.items.map(({ state, error }) => [state, error]);

describe('a sequence of runs', { timeout: TIMEOUT_MS }, () => {
  it('derives its progress from the keys of its clicks, for any user', async () => {
    const { sequence } = await begin('sequence-one');
    expect(sequence).toMatchObject({ active_at: sequence.started_at, idle_ms: 0 });
    t.clock.advance(60_000);
    const later = await findSequence(amelia(), { kind, key: 'sequence-one' });
    expect(later.sequence?.idle_ms).toBe(60_000);
    expect(sequence).toMatchObject({ facts: { branch: 'main' }, started_by: 'amelia.hart', closed_at: null });
    await (
      await run('sequence-one', '3')
    ).done;
    let end = (): void => undefined;
    const held = new Promise<void>((settle) => (end = settle));
    const going = await run('sequence-one', '5', () => held);
    expect(await states('sequence-one')).toEqual([
      ['succeeded', null],
      ['running', null],
      ['waiting', null],
    ]);
    end();
    await going.done;
    await noteSequence(amelia(), 'sequence-one', { refused: { item: '8', reason: 'It has no HomePortal2.' } });
    expect(await states('sequence-one')).toEqual([
      ['succeeded', null],
      ['succeeded', null],
      ['failed', 'It has no HomePortal2.'],
    ]);
    const newest = await findSequence(t.as({ name: 'tom' }), { kind });
    expect(newest.sequence?.active_at).toBe(t.clock.now().toISOString());
    expect(newest.sequence?.items[0]).toMatchObject({ run_id: expect.any(Number) as number, seconds: 1 });
  });

  it('reports a run of a dead console as failed, and keeps the remaining items', async () => {
    await begin('sequence-two');
    const now = t.clock.now();
    await t.db.insert(runs).values({
      kind,
      subject: '3',
      facts: {},
      sequence: 'sequence-two',
      item: '3',
      startedBy: 'amelia.hart',
      startedAt: now,
      owner: 'dead',
    });
    await recoverRuns(t);
    const [first, ...left] = (await states('sequence-two')) ?? [];
    expect(first).toEqual(['failed', expect.stringContaining('The console that ran this has died')]);
    expect(left.map(([state]) => state)).toEqual(['waiting', 'waiting']);
  });

  it('takes no item for rejected, and no fact for part of a bulk change, by its name alone', async () => {
    const facts = { key: 'other', part_of: '/bulk/1' };
    const named = { key: 'sequence-names', kind, facts, items: [{ item: 'constructor', name: 'Tenant' }] };
    const { sequence } = await startSequence(amelia(), named);
    expect(sequence.items).toMatchObject([{ state: 'waiting', error: null }]);
    const started = await t.db.select().from(auditEvents).where(eq(auditEvents.action, 'sequence.started'));
    expect(started.at(-1)?.after).toEqual({ key: 'sequence-names', facts, items: ['constructor'] });
  });

  it('prefers a run over a rejection by a late browser', async () => {
    await begin('sequence-three');
    await (
      await run('sequence-three', '3')
    ).done;
    await noteSequence(amelia(), 'sequence-three', { refused: { item: '3', reason: 'late' } });
    expect((await states('sequence-three'))?.[0]).toEqual(['succeeded', null]);
  });

  it('is started once by two concurrent clicks', async () => {
    const [first, second] = await Promise.all([begin('sequence-five'), begin('sequence-five')]);
    expect(first).toEqual(second);
    expect((await states('sequence-five'))?.[0]?.[0]).toBe('waiting');
  });

  it('is started once, is closed by a user, and accepts no other items', async () => {
    await begin('sequence-four');
    await begin('sequence-four');
    const { sequence } = await noteSequence(amelia(), 'sequence-four', { closed: true });
    expect(sequence.closed_at).toBe(t.clock.now().toISOString());
    t.clock.advance(1000);
    expect((await noteSequence(amelia(), 'sequence-four', { closed: true })).sequence.closed_at).toBe(
      sequence.closed_at,
    );
    expect(await t.db.$count(auditEvents, eq(auditEvents.action, 'sequence.closed'))).toBe(1);
    const stranger = noteSequence(amelia(), 'sequence-four', { refused: { item: '99', reason: 'x' } });
    await expect(stranger).rejects.toMatchObject({ code: 'not_found' });
    await expect(noteSequence(amelia(), 'no-such-sequence', { closed: true })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await findSequence(amelia(), { kind: 'release' })).toEqual({ sequence: null });
  });
});

it('parses its own keys, and no others', () => {
  const part = fc.stringMatching(/^[\w-]{8,40}$/);
  fc.assert(
    fc.property(part, part, (sequence, item) => {
      expect(itemOfKey(itemKey(sequence, item))).toEqual({ sequence, item });
    }),
  );
  for (const key of ['seq.short.3', 'click-0001', 'seq.sequence-1', 'seq.sequence-1.3.4', 'seq.sequence-1.', '...'])
    expect(itemOfKey(key)).toBeNull();
});
