import type { MonitorRow } from '@mission-control/contract/monitors/calls';
import { MONITOR_STATES, shownState, WORST_FIRST, type MonitorState } from '@mission-control/contract/monitors/rules';
import { searchMonitors as call } from '@mission-control/contract/monitors/calls';
import { foldName } from '@mission-control/contract/search/rules';
import { TOPIC } from '@mission-control/contract/topics';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { changeTenants } from '../../fleet/queries-tenants.ts';
import { domains } from '../../fleet/tables.ts';
import type { Ctx } from '../../platform/context.ts';
import { inUnauditedTransaction } from '../../platform/database/transaction.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { createServiceFleet } from '../services/testing/service-fleet.ts';
import { listMonitors, searchMonitors } from './search-monitors.ts';
import { monitors } from './tables.ts';
import { createWorker, renew } from './testing/probing.ts';

const t = setUpTestCtx();
let other: Ctx;
let ids: number[];
let tenantIds: number[];
beforeAll(async () => {
  other = { ...t, db: Object.create(t.db) as Ctx['db'] };
  await createServiceFleet(t);
  const [domain] = await t.db.select().from(domains);
  if (!domain) throw new Error('The fleet has no domain.');
  const { id: _id, ...facts } = domain;
  const more = ['ash', 'birch', 'elm', 'fir', 'oak', 'yew'].map((name) => `${name}.example`);
  await t.db.insert(domains).values(more.map((host) => ({ ...facts, host, isPrimary: false })));
  await match();
  const rows = await t.db.select().from(monitors);
  ids = rows.map(({ id }) => id);
  tenantIds = [...new Set(rows.map(({ tenantId }) => tenantId))];
});

const match = () => renew(createWorker(t, 'worker'));

const CHANGES = ['down', 'up', 'warn', 'problem', 'off', 'rename', 'domain', 'remove'] as const;

async function change(kind: (typeof CHANGES)[number], at: number): Promise<void> {
  const id = ids[at % ids.length] ?? 0;
  const tenantId = tenantIds[at % tenantIds.length] ?? 0;
  const now = t.clock.now();
  const set = {
    down: { status: 0, lastOffline: now, lastError: 'Timed out' },
    up: { status: 1, lastOnline: now, warningCount: 0, lastError: null },
    warn: { warningCount: 1, lastError: 'Slower than usual' },
    problem: { lastError: 'Certificate expires' },
    off: { active: at % 2 === 0 },
  };
  await inUnauditedTransaction(t, async ({ db, changed }) => {
    if (kind === 'rename') {
      await changeTenants(db, [tenantId], { at: now, name: 'test' }, { name: `Zoë ${at}`, nameKey: `zoë ${at}` });
      changed(TOPIC.tenants, TOPIC.tenant(tenantId));
    } else if (kind === 'domain') {
      await db
        .update(domains)
        .set({ host: `host-${at}.example` })
        .where(eq(domains.host, `host-${at - 1}.example`));
      await db
        .update(domains)
        .set({ host: `host-${at}.example` })
        .where(eq(domains.host, 'ash.example'));
      changed(TOPIC.tenants, TOPIC.tenant(tenantId));
    } else if (kind === 'remove') {
      await changeTenants(db, [tenantId], { at: now, name: 'test' }, { deletedAt: at % 6 === 0 ? now : null });
      changed(TOPIC.tenants, TOPIC.tenant(tenantId));
    } else {
      await db.update(monitors).set(set[kind]).where(eq(monitors.id, id));
      // A problem that does not change the state is not announced.
      if (kind !== 'problem') changed(TOPIC.monitors, TOPIC.monitor(id));
    }
  });
  if (kind === 'domain') await match();
}

async function readAll(): Promise<MonitorRow[]> {
  const answer = JSON.parse(Buffer.from((await listMonitors(t)).json).toString()) as unknown;
  return call.response.pick({ monitors: true, prober: true }).parse(answer).monitors;
}

/** Reference implementation that scans all monitors. */
function lookThrough(all: readonly MonitorRow[], q: string, state?: MonitorState) {
  const words = foldName(q).split(/\s+/).filter(Boolean);
  const found = all.filter((one) => {
    const text = foldName(`${one.label}\n${one.host}\n${one.last_error ?? ''}`);
    return words.every((word) => text.includes(word));
  });
  const inState = (wanted: MonitorState) => found.filter((one) => shownState(one).state === wanted);
  return {
    shown: (state ? [state] : WORST_FIRST).flatMap(inState).map(({ id }) => id),
    counts: Object.fromEntries(MONITOR_STATES.map((one) => [one, inState(one).length])),
  };
}

it('finds the same as a scan of all monitors after any changes, page by page, in two processes [MON-01]', async () => {
  const step = fc.record({
    kind: fc.constantFrom(...CHANGES),
    at: fc.nat(12),
    q: fc.constantFrom('', 'zoë', 'example', 'host-', 'timed OUT', 'slow exam', 'nothing like it'),
    state: fc.option(fc.constantFrom(...MONITOR_STATES), { nil: undefined, freq: 3 }),
    reads: fc.boolean(),
  });
  let hits = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 10 }),
      fc.integer({ min: 1, max: 5 }),
      async (steps, count) => {
        for (const { kind, at, q, state, reads } of steps) {
          await change(kind, at);
          if (!reads) continue;
          const all = await readAll();
          const expected = lookThrough(all, q, state);
          const pages: number[] = [];
          for (let from = 0; from <= expected.shown.length; from += count) {
            const found = await searchMonitors(from % 2 === 0 ? t : other, { query: { q, state, from, count } });
            expect(found).toMatchObject({ found: expected.shown.length, counts: expected.counts, all: all.length });
            for (const one of found.monitors) expect(all).toContainEqual(one);
            pages.push(...found.monitors.map(({ id }) => id));
          }
          expect(pages).toEqual(expected.shown);
          hits += pages.length;
        }
      },
    ),
    { numRuns: 40, seed: 18 },
  );
  expect(hits).toBeGreaterThan(100);
}, 60_000);

it('returns sixty monitors by default, and at most 240', () => {
  expect(call.query?.parse({})).toEqual({ from: 0, count: 60 });
  expect(() => call.query?.parse({ count: '241' })).toThrow();
});
