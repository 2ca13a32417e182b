import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../problems/problem.ts';
import { groupProblems, MAX_GROUPS } from './group.ts';
import { createRuleIndex, inScope, viewsOf } from './match-rules.ts';
import { FLAP_MS, planRule, type KnownAlert, type Step } from './plan.ts';

const SETTLE_MS = 20_000;
const problem = (id: number, more: Partial<Problem> = {}): Problem => ({
  subject: `monitor:${id}`,
  label: `Site ${id}`,
  detail: 'Status 503',
  link: `/monitor/${id}`,
  since: 0,
  values: [3],
  tenantId: id,
  regionId: 1,
  environmentIds: [],
  service: null,
  fallbackCause: { key: `tenant:${id}`, label: `Tenant ${id}` },
  causes: [],
  ...more,
});
const on = (database: number) => ({ causes: [{ key: `database:${database}`, label: `database host ${database}` }] });

/** Applies the steps as the evaluator does, and records the messages. */
function createWorld() {
  const alerts: KnownAlert[] = [];
  const pending = new Map<string, number>();
  const messages: { id: number; event: string; at: number }[] = [];
  let nextId = 1;
  function apply(step: Step, now: number): void {
    if (step.kind === 'open') {
      const id = (nextId += 1);
      const members = new Map(step.group.problems.map(({ subject }) => [subject, true]));
      const fresh = { state: 'open', openedAt: now, resolvedAt: null, returns: 0, flapping: false } as const;
      alerts.push({ id, ruleId: 1, cause: step.group.cause, members, quietSince: null, ...fresh });
      messages.push({ id, event: step.event, at: now });
      return;
    }
    const alert = alerts.find(({ id }) => id === step.id);
    if (!alert) throw new Error('A step changes an unknown alert.');
    if (step.kind === 'join') for (const { subject } of step.problems) alert.members.set(subject, true);
    if (step.kind === 'end') for (const subject of step.subjects) alert.members.set(subject, false);
    if (step.kind === 'quiet') alert.quietSince = step.since;
    if (step.kind === 'resolve') Object.assign(alert, { state: 'resolved', resolvedAt: now, members: new Map() });
    if (step.kind === 'reopen') {
      const { returns, flapping } = step;
      Object.assign(alert, { state: 'open', resolvedAt: null, quietSince: null, returns, flapping });
      alert.members = new Map(step.group.problems.map(({ subject }) => [subject, true]));
    }
    if ((step.kind === 'resolve' || step.kind === 'reopen') && step.event !== null)
      messages.push({ id: alert.id, event: step.event, at: now });
  }
  return {
    alerts,
    messages,
    open: () => alerts.filter(({ state }) => state !== 'resolved'),
    look(problems: readonly Problem[], now: number, totalOf?: (cause: string) => number): void {
      const firing = new Map(problems.map((one) => [one.subject, one]));
      const settled = { kind: 'site-down', settleMs: SETTLE_MS, ...(totalOf && { totalOf }) } as const;
      for (const step of planRule({ ...settled, firing, alerts, pending, now }).steps) apply(step, now);
    },
  };
}

describe('the plan of a rule', () => {
  it('leaves each active subject in one open alert, and each recovered one in none', () => {
    let hits = 0;
    const site = fc.record({ id: fc.integer({ min: 1, max: 30 }), database: fc.integer({ min: 1, max: 3 }) });
    const looks = fc.array(fc.uniqueArray(site, { selector: ({ id }) => id, maxLength: 30 }), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(looks, (rounds) => {
        const world = createWorld();
        let now = 0;
        let last: Problem[] = [];
        for (const round of rounds) {
          last = round.map(({ id, database }) => problem(id, on(database)));
          world.look(last, (now += 7_000));
        }
        // Time passes until everything has settled and nothing flaps.
        for (const passed of [SETTLE_MS, 2_000, FLAP_MS, FLAP_MS]) world.look(last, (now += passed));
        const active = world
          .open()
          .flatMap(({ members }) => [...members].flatMap(([subject, is]) => (is ? [subject] : [])));
        expect(active.toSorted()).toEqual(last.map(({ subject }) => subject).toSorted());
        for (const { members } of world.open()) {
          hits += 1;
          expect([...members.values()].some(Boolean)).toBe(true);
        }
        const causes = world.open().map(({ cause }) => cause);
        expect(new Set(causes).size).toBe(causes.length);
      }),
    );
    expect(hits).toBeGreaterThan(100);
  });

  it('alternates the messages of each alert: opened, then resolved', () => {
    let hits = 0;
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 5, maxLength: 60 }), (states) => {
        const world = createWorld();
        states.forEach((isDown, at) => world.look(isDown ? [problem(1)] : [], at * 25_000));
        const events = world.messages.map(({ event }) => event);
        events.forEach((event, at) => {
          hits += 1;
          expect(event === 'resolved').toBe(at % 2 === 1);
        });
        expect(events.filter((event) => event === 'flapping').length).toBeLessThanOrEqual(1);
      }),
    );
    expect(hits).toBeGreaterThan(100);
  });

  it('sends at most 20 messages about 1,000 sites that go down within 20 s and recover, wherever they are', () => {
    const sites = fc.array(fc.record({ tenant: fc.nat(400), database: fc.nat(40), at: fc.nat(19_999) }), {
      minLength: 1_000,
      maxLength: 1_000,
    });
    fc.assert(
      fc.property(sites, fc.integer({ min: 1, max: 500 }), (found, total) => {
        const world = createWorld();
        const own = found.map(({ tenant, database }, id) =>
          problem(id, { ...on(database), fallbackCause: { key: `tenant:${tenant}`, label: 'Tenant' } }),
        );
        for (let now = 0; now <= 60_000; now += 2_000)
          world.look(
            own.filter((_, id) => (found[id]?.at ?? 0) <= now),
            now,
            () => total,
          );
        world.look([], 70_000, () => total);
        expect(world.open()).toEqual([]);
        expect(world.messages.length).toBeLessThanOrEqual(20);
      }),
      { numRuns: 25 },
    );
  });

  it('opens an alert 20 s after the problem was first seen, unless it has ended by then', () => {
    const world = createWorld();
    world.look([problem(1), problem(2)], 0);
    world.look([problem(1)], 18_000);
    expect(world.messages).toEqual([]);
    world.look([problem(1)], 20_000);
    expect(world.open().map(({ members }) => [...members.keys()])).toEqual([['monitor:1']]);
  });
});

it('the plan of a rule waits for more subjects than a call has arguments', () => {
  const one = problem(1);
  const firing = new Map(Array.from({ length: 130_000 }, (_, id) => [`monitor:${id}`, one]));
  const situation = { kind: 'site-down', settleMs: SETTLE_MS, firing, alerts: [], now: 0 } as const;
  expect(planRule({ ...situation, pending: new Map() })).toEqual({ steps: [], wakeAt: SETTLE_MS });
});

describe('groups', () => {
  it('contain each subject once, and are ten at most', () => {
    const sites = fc.array(fc.record({ tenant: fc.nat(20), database: fc.nat(5) }), { maxLength: 60 });
    fc.assert(
      fc.property(sites, fc.nat(40), (found, total) => {
        const own = found.map(({ tenant, database }, id) =>
          problem(id, { ...on(database), fallbackCause: { key: `tenant:${tenant}`, label: 'Tenant' } }),
        );
        const groups = groupProblems('site-down', own, { now: 0, totalOf: () => total });
        expect(groups.length).toBeLessThanOrEqual(MAX_GROUPS);
        const subjects = groups.flatMap(({ problems }) => problems.map(({ subject }) => subject));
        expect(subjects.toSorted()).toEqual(own.map(({ subject }) => subject).toSorted());
        expect(new Set(groups.map(({ cause }) => cause)).size).toBe(groups.length);
      }),
    );
  });

  it('treat a database host as the cause only if half of its sites are down', () => {
    const own = [1, 2, 3].map((id) => problem(id, on(4)));
    const titles = (total: number) =>
      groupProblems('site-down', own, { now: 0, totalOf: () => total }).map(({ title }) => title);
    expect(titles(6)).toEqual(['3 sites down on database host 4']);
    expect(titles(7)).toEqual(['Site down: Site 1', 'Site down: Site 2', 'Site down: Site 3']);
  });
});

it('the index finds exactly the rules whose scope contains a subject', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 4 }), { maxLength: 2 });
  const scope = fc.record({ regions: ids, environments: ids, tenants: ids, views: ids });
  const subject = fc.record({
    tenantId: fc.option(fc.integer({ min: 1, max: 4 })),
    regionId: fc.option(fc.integer({ min: 1, max: 4 })),
    environmentIds: ids,
  });
  let hits = 0;
  fc.assert(
    fc.property(fc.array(scope, { minLength: 5, maxLength: 20 }), subject, ids, (scopes, one, own) => {
      const views = new Map(one.tenantId === null ? [] : [[one.tenantId, own]]);
      const rules = scopes.map((place, id) => ({ id, kind: 'site-down' as const, scope: place }));
      const found = createRuleIndex(rules, views)
        .of('site-down', one)
        .map(({ id }) => id);
      const expected = rules.filter((rule) => inScope(rule.scope, one, viewsOf(views, one))).map(({ id }) => id);
      hits += expected.length;
      expect(found.toSorted((a, b) => a - b)).toEqual(expected);
      expect(createRuleIndex(rules, views).of('drift', one)).toEqual([]);
    }),
  );
  expect(hits).toBeGreaterThan(50);
});
