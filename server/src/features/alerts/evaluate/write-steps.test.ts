import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { systemCtx } from '../../../platform/context.ts';
import { setUpTestCtx } from '../../../platform/testing/set-up-test-ctx.ts';
import { addAlertChannel } from '../save-channel.ts';
import { addAlertRule } from '../save-rule.ts';
import { alertDeliveries, alertMembers, alertRules, alerts } from '../tables.ts';
import { downRule } from '../testing/alert-fleet.ts';
import type { Problem } from '../problems/problem.ts';
import { NO_VIEWS } from '../view-tenants.ts';
import type { Step } from './plan.ts';
import { acquireEvaluatorLease, type StoredRule } from './queries-evaluate.ts';
import { sinceOf, writeSteps, type PlannedSteps } from './write-steps.ts';

const t = setUpTestCtx();
let rules: Map<number, StoredRule>;
beforeAll(async () => {
  const settings = { kind: 'webhook', url: 'https://hooks.example/', secret: 'larkhill-larkhill' } as const;
  const { id } = await addAlertChannel(t.as({}), { name: 'On call', enabled: true, settings });
  for (const channels of [[id], [], [id]]) await addAlertRule(t.as({}), downRule({ channels }));
  rules = new Map((await t.db.select().from(alertRules)).map((rule) => [rule.id, rule]));
  await acquireEvaluatorLease(t.db, t.processId);
});

const problemOf = (id: number, since: number): Problem => ({
  subject: `monitor:${id}`,
  label: `Site ${id}, "quoted" \\ und Größe`,
  detail: `Status ${500 + id}`,
  link: `/monitor/${id}`,
  since,
  values: [3],
  tenantId: id % 3 === 0 ? null : id,
  regionId: id % 2 === 0 ? 1 : null,
  environmentIds: Array.from({ length: id % 3 }, (_, at) => id + at),
  service: id % 2 === 0 ? 'coursepro' : null,
  fallbackCause: { key: `tenant:${id}`, label: `Tenant ${id}` },
  causes: [],
});

/** The alerts of a rule in a round: how many open, and what happens to each known one. */
const round = fc.record({
  opens: fc.array(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }), { maxLength: 2 }),
  ops: fc.array(fc.nat(5), { minLength: 6, maxLength: 6 }),
  sites: fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
});
type Round = typeof round extends fc.Arbitrary<infer Value> ? Value : never;

interface Known {
  id: number;
  members: Map<string, boolean>;
  open: boolean;
  returns: number;
  quiet: number | null;
}

/** Steps that `planRule` could return. @param nextId id of the next alert */
function stepsOf({ opens, ops, sites }: Round, known: Known[], now: number, nextId: () => number): Step[] {
  const problems = sites.map((id) => problemOf(id, now - id));
  const steps = known.map((alert, at): Step | null => {
    const { id, members } = alert;
    const op = ops[at % ops.length] ?? 0;
    if (!alert.open) {
      if (op < 3) return null;
      alert.open = true;
      alert.returns += 1;
      alert.quiet = null;
      for (const { subject } of problems) members.set(subject, true);
      const group = { cause: `cause ${id}`, title: `Back ${id} ${now}`, problems };
      return {
        kind: 'reopen',
        id,
        group,
        returns: alert.returns,
        flapping: op === 4,
        event: op === 5 ? null : 'opened',
      };
    }
    const [active, fresh] = [true, false].map((is) =>
      sites.filter((one) => (members.get(`monitor:${one}`) ?? false) === is),
    );
    if (op === 0) alert.open = false;
    if (op === 0) return { kind: 'resolve', id, event: 'resolved' };
    if (op < 3) alert.quiet = op === 1 ? now : null;
    if (op < 3) return { kind: 'quiet', id, since: alert.quiet };
    for (const one of (op === 3 ? active : fresh) ?? []) members.set(`monitor:${one}`, op !== 3);
    if (op === 3) return { kind: 'end', id, subjects: (active ?? []).map((one) => `monitor:${one}`) };
    return { kind: 'join', id, problems: (fresh ?? []).map((one) => problemOf(one, now)) };
  });
  const opened = opens.map((ids): Step => {
    const id = nextId();
    const own = [...new Set(ids)].map((one) => problemOf(one, now - one));
    known.push({
      id,
      members: new Map(own.map(({ subject }) => [subject, true])),
      open: true,
      returns: 0,
      quiet: null,
    });
    return { kind: 'open', group: { cause: `cause ${id}`, title: `Opened ${id}`, problems: own }, event: 'opened' };
  });
  return [...opened, ...steps.filter((step) => step !== null)];
}

/** Runs the rounds of all rules, and returns what is stored. @param cut splits the steps of a round into those written together */
async function outcome(rounds: readonly Round[][], cut: (planned: PlannedSteps[]) => PlannedSteps[][]) {
  await t.db.execute(sql`truncate alerts, alert_deliveries restart identity cascade`);
  const known = new Map([...rules.keys()].map((id) => [id, [] as Known[]]));
  let lastId = 0;
  const opened: number[] = [];
  for (const [at, ofRules] of rounds.entries()) {
    const now = new Date(Date.UTC(2026, 10, 21, 9, at));
    const planned = [...rules.keys()].flatMap((ruleId, place) => {
      const one = ofRules[place];
      return one ? [{ ruleId, steps: stepsOf(one, known.get(ruleId) ?? [], now.getTime(), () => (lastId += 1)) }] : [];
    });
    for (const part of cut(planned)) {
      const made = await writeSteps(systemCtx(t, 'alerts'), {
        planned: part,
        expired: [],
        rules,
        listed: NO_VIEWS,
        now,
      });
      opened.push(...(made ?? []));
    }
  }
  const members = await t.db.select().from(alertMembers).orderBy(alertMembers.alertId, alertMembers.subject);
  const stored = await t.db.select().from(alerts).orderBy(alerts.id);
  const seen = stored.map(({ id, state, returns, quietSince }) => ({
    id,
    members: new Map(members.filter((one) => one.alertId === id).map((one) => [one.subject, one.endedAt === null])),
    open: state === 'open',
    returns,
    quiet: quietSince?.getTime() ?? null,
  }));
  expect(seen).toEqual([...known.values()].flat().toSorted((one, other) => one.id - other.id));
  return {
    opened,
    alerts: stored,
    members,
    messages: (await t.db.select().from(alertDeliveries))
      .map(({ alertId, event, message: { alert } }) => JSON.stringify([alertId, event, alert]))
      .toSorted(),
  };
}

/** A round in which all alerts have the same step; see `stepsOf`. */
const allDo = (op: number, opens: number[][] = []): Round => ({
  opens,
  ops: Array.from({ length: 6 }, () => op),
  sites: [1],
});
const EACH_KIND = [allDo(0, [[1, 2]]), ...[1, 0, 5, 3, 4].map((op) => allDo(op))].map((one): [Round, Round, Round] => [
  one,
  one,
  one,
]);

it('stores the steps of all rules in one batch with the same result as one by one', async () => {
  const kinds = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(round, round, round), { minLength: 3, maxLength: 6 }), async (rounds) => {
      const together = await outcome(rounds, (planned) => [planned]);
      const apart = await outcome(rounds, (planned) =>
        planned.flatMap(({ ruleId, steps }) =>
          steps.map((step) => (kinds.add(step.kind), [{ ruleId, steps: [step] }])),
        ),
      );
      expect(together).toEqual(apart);
      expect(together.opened).toEqual(together.alerts.map(({ id }) => id));
    }),
    { numRuns: 15, examples: [[EACH_KIND]] },
  );
  expect([...kinds].toSorted()).toEqual(['end', 'join', 'open', 'quiet', 'reopen', 'resolve']);
}, 60_000);

it('does not reopen an alert whose acknowledgement was extended after it was found to have expired', async () => {
  await t.db.execute(sql`truncate alerts, alert_deliveries restart identity cascade`);
  const now = new Date('2026-11-21T09:00:00.000Z');
  const [ruleId = 0] = rules.keys();
  const group = { cause: 'a cause', title: 'Site down', problems: [problemOf(1, now.getTime())] };
  const write = (part: Partial<Parameters<typeof writeSteps>[1]>) =>
    writeSteps(systemCtx(t, 'alerts'), { planned: [], expired: [], rules, listed: NO_VIEWS, now, ...part });
  const [id = 0] = (await write({ planned: [{ ruleId, steps: [{ kind: 'open', group, event: 'opened' }] }] })) ?? [];
  const expire = async (acknowledgedUntil: Date) => {
    await t.db.update(alerts).set({ state: 'acknowledged', acknowledgedBy: 'priya.shah', acknowledgedUntil });
    await write({ expired: [{ id, ruleId }] });
    const [{ state, acknowledgedBy } = {}] = await t.db.select().from(alerts);
    const messages = await t.db.select().from(alertDeliveries).orderBy(alertDeliveries.number);
    return { state, by: acknowledgedBy, events: messages.map(({ event }) => event) };
  };
  expect(await expire(new Date(now.getTime() + 1))).toEqual({
    state: 'acknowledged',
    by: 'priya.shah',
    events: ['opened'],
  });
  expect(await expire(now)).toEqual({ state: 'open', by: null, events: ['opened', 'reminder'] });
});

it('an alert begins with the first of its subjects, of which there may be more than a call has arguments', () => {
  const now = Date.parse('2026-11-21T09:00:00.000Z');
  const [one, other] = [problemOf(1, now - 2), problemOf(2, now - 1)];
  expect(sinceOf([one, ...Array.from({ length: 130_000 }, () => other)], new Date(now))).toEqual(new Date(now - 2));
  expect(sinceOf([problemOf(1, now + 1)], new Date(now))).toEqual(new Date(now));
});
