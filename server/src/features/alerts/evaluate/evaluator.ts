import { TOPIC } from '@mission-control/contract/topics';
import type { AlertKind } from '@mission-control/contract/alerts/rules';
import type { Ctx } from '../../../platform/context.ts';
import type { TopicVersions } from '../../../platform/events/topic-versions.ts';
import { listWindowTimes, type WindowTime } from '../../windows/public.ts';
import { KINDS } from '../troubles/kinds.ts';
import type { Trouble } from '../troubles/trouble.ts';
import { isInScope, type WindowSubject } from '@mission-control/contract/windows/rules';
import { listFollowedViews } from '../subscriptions/queries-subscriptions.ts';
import { listTenantViews, NO_VIEWS, type TenantViews } from '../view-tenants.ts';
import { DAY_MS } from '../../../platform/clock.ts';
import { createFiring, type Firing } from './firing.ts';
import { planRule, type KnownAlert, type Step } from './plan.ts';
import {
  holdEvaluator,
  leaveEvaluator,
  listEvaluatedRules,
  listExpired,
  listKnownAlerts,
  listPlaces,
  type StoredRule,
} from './queries-evaluate.ts';
import { writeSteps, type PlannedSteps } from './write-steps.ts';

/** The state of the evaluator; reloaded when another process takes over, and after every failure. */
interface Memory {
  rulesVersion: number;
  rules: Map<number, StoredRule>;
  firing: Firing;
  alerts: Map<number, KnownAlert[]>;
  pending: Map<number, Map<string, number>>;
  /** Which views of rules and subscriptions list a tenant. */
  views: { ofTenant: TenantViews; ids: string; seen: string; at: number };
  /** Views that subscriptions follow. */
  subscribed: { version: number; viewIds: readonly number[] };
  /** When the plan of a rule could change without other input. */
  wakes: Map<number, number>;
  /** Current and upcoming maintenance windows, and those that are active. */
  windows: { version: number; times: readonly WindowTime[]; on: readonly WindowTime[] };
  /** Where the subjects of open alerts are. */
  places: Map<string, WindowSubject>;
  /** When each kind was read, and with which versions of its topics. */
  read: Map<AlertKind, { at: number; versions: string; totals: ReadonlyMap<string, number> | null }>;
}

/** Opens and resolves alerts. One process at a time evaluates; the cost of a step depends on the changes, not on the size of the fleet. */
export interface Evaluator {
  step(): Promise<void>;
  leave(): Promise<void>;
}

export function createEvaluator(ctx: Ctx): Evaluator {
  const me = ctx.processId;
  let memory: Memory | null = null;
  return {
    async step() {
      const versions = await holdEvaluator(ctx.db, me);
      const known = versions === null ? null : memory;
      // Reset first, so that a failure does not leave a half-changed state behind.
      memory = null;
      if (versions !== null) memory = await evaluate(ctx, known, versions);
    },
    async leave() {
      memory = null;
      await leaveEvaluator(ctx.db, me);
    },
  };
}

async function evaluate(ctx: Ctx, known: Memory | null, versions: TopicVersions): Promise<Memory | null> {
  const now = ctx.clock.now();
  const memory = known ?? (await startMemory(ctx, now));
  const dirty = new Set<number>();
  const rulesVersion = versions[TOPIC.alertRules] ?? 0;
  if (memory.rulesVersion !== rulesVersion) {
    const found = await listEvaluatedRules(ctx.db);
    memory.rules = new Map(found.map((rule) => [rule.id, rule]));
  }
  const isMoved = await readViews(ctx, memory, versions, now);
  if (memory.rulesVersion !== rulesVersion || isMoved) {
    memory.firing.setRules([...memory.rules.values()].filter(isInForce), memory.views.ofTenant);
    memory.read.clear();
    memory.rulesVersion = rulesVersion;
    for (const id of memory.rules.keys()) dirty.add(id);
  }
  if (await readWindows(ctx, memory, versions, now)) for (const id of memory.rules.keys()) dirty.add(id);
  for (const kind of memory.firing.kinds()) await readKind(ctx, memory, kind, { now, versions, dirty });
  for (const [id, at] of memory.wakes) if (at <= now.getTime()) dirty.add(id);
  const hasAlerts = [...memory.alerts.values()].some((own) => own.some(({ state }) => state !== 'resolved'));
  const expired = (hasAlerts ? await listExpired(ctx.db, now) : []).filter((alert) => !isHeldWhole(memory, alert));
  const planned = [...dirty].flatMap((id) => planOf(memory, id, now.getTime()));
  if (planned.length === 0 && expired.length === 0) return memory;
  const opened = await writeSteps(ctx, { planned, expired, rules: memory.rules, listed: memory.views.ofTenant, now });
  // Another process has become the evaluator.
  if (opened === null) return null;
  applySteps(memory, planned, opened, now.getTime());
  return memory;
}

const isInForce = ({ enabled, deletedAt }: StoredRule): boolean => enabled && deletedAt === null;

async function startMemory(ctx: Ctx, now: Date): Promise<Memory> {
  const alerts = await listKnownAlerts(ctx.db, now);
  return {
    rulesVersion: -1,
    rules: new Map(),
    firing: createFiring(),
    alerts: Map.groupBy(alerts, ({ ruleId }) => ruleId),
    pending: new Map(),
    wakes: new Map(),
    views: { ofTenant: NO_VIEWS, ids: '', seen: '', at: 0 },
    subscribed: { version: -1, viewIds: [] },
    windows: { version: -1, times: [], on: [] },
    places: await listPlaces(ctx.db),
    read: new Map(),
  };
}

interface Reading {
  now: Date;
  versions: TopicVersions;
  dirty: Set<number>;
}

/** Reloads the troubles of a kind if they may have changed: when its interval is over, or one of its topics was announced. */
async function readKind(ctx: Ctx, memory: Memory, kind: AlertKind, { now, versions, dirty }: Reading): Promise<void> {
  const { everyMs, topics = [], load, totals } = KINDS[kind];
  const seen = topics.map((topic) => versions[topic] ?? 0).join();
  const last = memory.read.get(kind);
  if (last && now.getTime() - last.at < everyMs && last.versions === seen) return;
  const limits = memory.firing.limitsOf(kind);
  const troubles = await load(ctx.db, { now, ...limits });
  for (const id of memory.firing.setTroubles(kind, troubles)) dirty.add(id);
  // Counts are only needed when a common cause is possible.
  const counted = totals && dirty.size > 0 && troubles.length > 2 ? await totals(ctx.db) : (last?.totals ?? null);
  memory.read.set(kind, { at: now.getTime(), versions: seen, totals: counted });
}

/** Changes of a view take effect within this time; reloading the list of tenants after each change would cost too much. */
const VIEWS_MS = 20_000;

/** Reloads the views of rules and subscriptions if needed; returns whether the tenants they list have changed. */
async function readViews({ db }: Ctx, memory: Memory, versions: TopicVersions, now: Date): Promise<boolean> {
  const version = versions[TOPIC.alertSubscriptions] ?? 0;
  if (memory.subscribed.version !== version)
    memory.subscribed = { version, viewIds: await listFollowedViews(db, null) };
  const ofRules = [...memory.rules.values()].filter(isInForce).flatMap(({ scope }) => scope.views ?? []);
  const viewIds = [...new Set([...ofRules, ...memory.subscribed.viewIds])].toSorted((a, b) => a - b);
  const before = memory.views;
  const ids = viewIds.join();
  const seen = `${versions[TOPIC.views] ?? 0} ${versions[TOPIC.tenants] ?? 0}`;
  if (ids === before.ids && (ids === '' || seen === before.seen || now.getTime() - before.at < VIEWS_MS)) return false;
  const ofTenant = await listTenantViews(db, viewIds);
  memory.views = { ofTenant, ids, seen, at: now.getTime() };
  return listed(ofTenant) !== listed(before.ofTenant);
}

const listed = (views: TenantViews): string => JSON.stringify([...views].toSorted(([a], [b]) => a - b));

const A_MONTH_MS = 31 * DAY_MS;

/** Reloads the maintenance windows if needed; returns whether the active ones have changed. */
async function readWindows({ db }: Ctx, memory: Memory, versions: TopicVersions, now: Date): Promise<boolean> {
  const version = versions[TOPIC.windows] ?? 0;
  const before = memory.windows;
  const times =
    version === before.version ? before.times : await listWindowTimes(db, now, new Date(now.getTime() + A_MONTH_MS));
  const on = times.filter(({ from, to }) => from <= now.getTime() && to > now.getTime());
  memory.windows = { version, times, on };
  return on.map(({ id }) => id).join() !== before.on.map(({ id }) => id).join();
}

/** Returns a test for whether a subject is in an active maintenance window; undefined when no window is active. */
function heldIn({ windows, places }: Memory, firing: ReadonlyMap<string, Trouble>) {
  if (windows.on.length === 0) return undefined;
  return (subject: string): boolean => {
    const place = firing.get(subject) ?? places.get(subject);
    return place !== undefined && windows.on.some(({ scope }) => isInScope(scope, place));
  };
}

/** True while all active subjects of an alert are in windows; no message is sent about it then. */
function isHeldWhole(memory: Memory, { id, ruleId }: { id: number; ruleId: number }): boolean {
  const isHeld = heldIn(memory, NOTHING);
  const alert = memory.alerts.get(ruleId)?.find((one) => one.id === id);
  if (!isHeld || !alert) return false;
  const active = [...alert.members].flatMap(([subject, isActive]) => (isActive ? [subject] : []));
  return active.length > 0 && active.every(isHeld);
}

const NOTHING: ReadonlyMap<string, Trouble> = new Map();

function planOf(memory: Memory, ruleId: number, now: number): PlannedSteps[] {
  const rule = memory.rules.get(ruleId);
  if (!rule) return [];
  const pending = memory.pending.get(ruleId) ?? new Map<string, number>();
  memory.pending.set(ruleId, pending);
  const { settleMs, totals } = KINDS[rule.kind];
  const counted = memory.read.get(rule.kind)?.totals;
  const firing = memory.firing.of(ruleId) ?? NOTHING;
  // Windows do not delay the end of alerts whose rule was switched off or deleted.
  const isHeld = isInForce(rule) ? heldIn(memory, firing) : undefined;
  const { steps, wakeAt } = planRule({
    kind: rule.kind,
    firing,
    alerts: memory.alerts.get(ruleId) ?? [],
    pending,
    now,
    settleMs,
    ...(isHeld && { isHeld }),
    ...(totals && { totalOf: (cause: string) => counted?.get(cause) ?? 0 }),
  });
  if (wakeAt === null) memory.wakes.delete(ruleId);
  else memory.wakes.set(ruleId, wakeAt);
  return steps.length === 0 ? [] : [{ ruleId, steps }];
}

/** Updates the state after the steps were stored. @param opened ids of the new alerts, in the order of their steps */
function applySteps(memory: Memory, planned: readonly PlannedSteps[], opened: readonly number[], now: number): void {
  const ids = [...opened];
  for (const { ruleId, steps } of planned) {
    const own = memory.alerts.get(ruleId) ?? [];
    memory.alerts.set(ruleId, own);
    for (const step of steps) {
      applyStep(own, ruleId, step, now, () => ids.shift() ?? 0);
      for (const trouble of troublesOf(step)) memory.places.set(trouble.subject, placeOf(trouble));
    }
    memory.alerts.set(
      ruleId,
      own.filter(({ resolvedAt }) => resolvedAt === null || now - resolvedAt < FORGET_MS),
    );
    // Replan at the next step, with the new returns and quiet times.
    memory.wakes.set(ruleId, now);
  }
}

function troublesOf(step: Step): readonly Trouble[] {
  if (step.kind === 'join') return step.troubles;
  return step.kind === 'open' || step.kind === 'reopen' ? step.group.troubles : [];
}

const placeOf = ({ tenantId, environmentIds, service }: Trouble): WindowSubject => ({
  tenantId,
  environmentIds,
  service,
});

const FORGET_MS = 60 * 60_000;

function applyStep(own: KnownAlert[], ruleId: number, step: Step, now: number, nextId: () => number): void {
  if (step.kind === 'open') {
    const { cause, troubles } = step.group;
    const members = membersOf(troubles);
    const fresh = {
      state: 'open',
      openedAt: now,
      resolvedAt: null,
      returns: 0,
      flapping: false,
      quietSince: null,
    } as const;
    own.push({ id: nextId(), ruleId, cause, members, ...fresh });
    return;
  }
  const alert = own.find(({ id }) => id === step.id);
  if (!alert) return;
  if (step.kind === 'join') for (const { subject } of step.troubles) alert.members.set(subject, true);
  if (step.kind === 'end') for (const subject of step.subjects) alert.members.set(subject, false);
  if (step.kind === 'quiet') alert.quietSince = step.since;
  if (step.kind === 'resolve') Object.assign(alert, { state: 'resolved', resolvedAt: now, members: new Map() });
  if (step.kind === 'reopen') {
    const { returns, flapping, group } = step;
    Object.assign(alert, { state: 'open', resolvedAt: null, quietSince: null, returns, flapping });
    alert.members = membersOf(group.troubles);
  }
}

const membersOf = (troubles: readonly Trouble[]) => new Map(troubles.map(({ subject }) => [subject, true]));
