import { TOPIC } from '@mission-control/contract/topics';
import type { AlertKind } from '@mission-control/contract/alerts/rules';
import type { Ctx } from '../../../platform/context.ts';
import type { TopicVersions } from '../../../platform/events/topic-versions.ts';
import { listOccurrences, type WindowOccurrence } from '../../windows/public.ts';
import { KINDS } from '../problems/kinds.ts';
import type { Problem } from '../problems/problem.ts';
import { isInScope, type WindowSubject } from '@mission-control/contract/windows/rules';
import { listFollowedViews } from '../subscriptions/queries-subscriptions.ts';
import { listTenantViews, NO_VIEWS, type TenantViews } from '../view-tenants.ts';
import { DAY_MS } from '../../../platform/clock.ts';
import { createFiring, type Firing } from './firing.ts';
import { planRule, type KnownAlert, type Step } from './plan.ts';
import {
  acquireEvaluatorLease,
  releaseEvaluatorLease,
  listEvaluatedRules,
  listExpired,
  listKnownAlerts,
  listPlaces,
  type StoredRule,
} from './queries-evaluate.ts';
import { writeSteps, type PlannedSteps } from './write-steps.ts';

/** The state of the evaluator; reloaded when another process takes over, and after every failure. */
interface EvaluatorState {
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
  windows: { version: number; times: readonly WindowOccurrence[]; on: readonly WindowOccurrence[] };
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
  let state: EvaluatorState | null = null;
  return {
    async step() {
      const versions = await acquireEvaluatorLease(ctx.db, me);
      const known = versions === null ? null : state;
      // Reset first, so that a failure does not leave a half-changed state behind.
      state = null;
      if (versions !== null) state = await evaluate(ctx, known, versions);
    },
    async leave() {
      state = null;
      await releaseEvaluatorLease(ctx.db, me);
    },
  };
}

async function evaluate(
  ctx: Ctx,
  known: EvaluatorState | null,
  versions: TopicVersions,
): Promise<EvaluatorState | null> {
  const now = ctx.clock.now();
  const state = known ?? (await loadState(ctx, now));
  const dirty = new Set<number>();
  const rulesVersion = versions[TOPIC.alertRules] ?? 0;
  if (state.rulesVersion !== rulesVersion) {
    const found = await listEvaluatedRules(ctx.db);
    state.rules = new Map(found.map((rule) => [rule.id, rule]));
  }
  const viewsChanged = await readViews(ctx, state, versions, now);
  if (state.rulesVersion !== rulesVersion || viewsChanged) {
    state.firing.setRules([...state.rules.values()].filter(isInForce), state.views.ofTenant);
    state.read.clear();
    state.rulesVersion = rulesVersion;
    for (const id of state.rules.keys()) dirty.add(id);
  }
  if (await readWindows(ctx, state, versions, now)) for (const id of state.rules.keys()) dirty.add(id);
  for (const kind of state.firing.kinds()) await readKind(ctx, state, kind, { now, versions, dirty });
  for (const [id, at] of state.wakes) if (at <= now.getTime()) dirty.add(id);
  const hasAlerts = [...state.alerts.values()].some((alerts) => alerts.some((alert) => alert.state !== 'resolved'));
  const expired = (hasAlerts ? await listExpired(ctx.db, now) : []).filter(
    (alert) => !isEntirelyInMaintenance(state, alert),
  );
  const planned = [...dirty].flatMap((id) => planOf(state, id, now.getTime()));
  if (planned.length === 0 && expired.length === 0) return state;
  const opened = await writeSteps(ctx, { planned, expired, rules: state.rules, listed: state.views.ofTenant, now });
  // Another process has become the evaluator.
  if (opened === null) return null;
  applySteps(state, planned, opened, now.getTime());
  return state;
}

const isInForce = ({ enabled, deletedAt }: StoredRule): boolean => enabled && deletedAt === null;

async function loadState(ctx: Ctx, now: Date): Promise<EvaluatorState> {
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

/** Reloads the problems of a kind if they may have changed: when its interval is over, or one of its topics was announced. */
async function readKind(
  ctx: Ctx,
  state: EvaluatorState,
  kind: AlertKind,
  { now, versions, dirty }: Reading,
): Promise<void> {
  const { everyMs, topics = [], load, totals } = KINDS[kind];
  const seen = topics.map((topic) => versions[topic] ?? 0).join();
  const last = state.read.get(kind);
  if (last && now.getTime() - last.at < everyMs && last.versions === seen) return;
  const limits = state.firing.limitsOf(kind);
  const problems = await load(ctx.db, { now, ...limits });
  for (const id of state.firing.setProblems(kind, problems)) dirty.add(id);
  // Counts are only needed when a common cause is possible.
  const counted = totals && dirty.size > 0 && problems.length > 2 ? await totals(ctx.db) : (last?.totals ?? null);
  state.read.set(kind, { at: now.getTime(), versions: seen, totals: counted });
}

/** Changes of a view take effect within this time; reloading the list of tenants after each change would cost too much. */
const VIEWS_MS = 20_000;

/** Reloads the views of rules and subscriptions if needed; returns whether the tenants they list have changed. */
async function readViews({ db }: Ctx, state: EvaluatorState, versions: TopicVersions, now: Date): Promise<boolean> {
  const version = versions[TOPIC.alertSubscriptions] ?? 0;
  if (state.subscribed.version !== version) state.subscribed = { version, viewIds: await listFollowedViews(db, null) };
  const ofRules = [...state.rules.values()].filter(isInForce).flatMap(({ scope }) => scope.views ?? []);
  const viewIds = [...new Set([...ofRules, ...state.subscribed.viewIds])].toSorted((a, b) => a - b);
  const before = state.views;
  const ids = viewIds.join();
  const seen = `${versions[TOPIC.views] ?? 0} ${versions[TOPIC.tenants] ?? 0}`;
  if (ids === before.ids && (ids === '' || seen === before.seen || now.getTime() - before.at < VIEWS_MS)) return false;
  const ofTenant = await listTenantViews(db, viewIds);
  state.views = { ofTenant, ids, seen, at: now.getTime() };
  return listed(ofTenant) !== listed(before.ofTenant);
}

const listed = (views: TenantViews): string => JSON.stringify([...views].toSorted(([a], [b]) => a - b));

const A_MONTH_MS = 31 * DAY_MS;

/** Reloads the maintenance windows if needed; returns whether the active ones have changed. */
async function readWindows({ db }: Ctx, state: EvaluatorState, versions: TopicVersions, now: Date): Promise<boolean> {
  const version = versions[TOPIC.windows] ?? 0;
  const before = state.windows;
  const times =
    version === before.version ? before.times : await listOccurrences(db, now, new Date(now.getTime() + A_MONTH_MS));
  const on = times.filter(({ from, to }) => from <= now.getTime() && to > now.getTime());
  state.windows = { version, times, on };
  return on.map(({ id }) => id).join() !== before.on.map(({ id }) => id).join();
}

/** Returns a test for whether a subject is in an active maintenance window; undefined when no window is active. */
function maintenanceTest({ windows, places }: EvaluatorState, firing: ReadonlyMap<string, Problem>) {
  if (windows.on.length === 0) return undefined;
  return (subject: string): boolean => {
    const place = firing.get(subject) ?? places.get(subject);
    return place !== undefined && windows.on.some(({ scope }) => isInScope(scope, place));
  };
}

/** True while all active subjects of an alert are in windows; no message is sent about it then. */
function isEntirelyInMaintenance(state: EvaluatorState, { id, ruleId }: { id: number; ruleId: number }): boolean {
  const isInMaintenance = maintenanceTest(state, NOTHING);
  const alert = state.alerts.get(ruleId)?.find((one) => one.id === id);
  if (!isInMaintenance || !alert) return false;
  const active = [...alert.members].flatMap(([subject, isActive]) => (isActive ? [subject] : []));
  return active.length > 0 && active.every(isInMaintenance);
}

const NOTHING: ReadonlyMap<string, Problem> = new Map();

function planOf(state: EvaluatorState, ruleId: number, now: number): PlannedSteps[] {
  const rule = state.rules.get(ruleId);
  if (!rule) return [];
  const pending = state.pending.get(ruleId) ?? new Map<string, number>();
  state.pending.set(ruleId, pending);
  const { settleMs, totals } = KINDS[rule.kind];
  const counted = state.read.get(rule.kind)?.totals;
  const firing = state.firing.of(ruleId) ?? NOTHING;
  // Windows do not delay the end of alerts whose rule was switched off or deleted.
  const isInMaintenance = isInForce(rule) ? maintenanceTest(state, firing) : undefined;
  const { steps, wakeAt } = planRule({
    kind: rule.kind,
    firing,
    alerts: state.alerts.get(ruleId) ?? [],
    pending,
    now,
    settleMs,
    ...(isInMaintenance && { isInMaintenance }),
    ...(totals && { totalOf: (cause: string) => counted?.get(cause) ?? 0 }),
  });
  if (wakeAt === null) state.wakes.delete(ruleId);
  else state.wakes.set(ruleId, wakeAt);
  return steps.length === 0 ? [] : [{ ruleId, steps }];
}

/** Updates the state after the steps were stored. @param opened ids of the new alerts, in the order of their steps */
function applySteps(
  state: EvaluatorState,
  planned: readonly PlannedSteps[],
  opened: readonly number[],
  now: number,
): void {
  const ids = [...opened];
  for (const { ruleId, steps } of planned) {
    const alerts = state.alerts.get(ruleId) ?? [];
    for (const step of steps) {
      applyStep(alerts, ruleId, step, now, () => ids.shift() ?? 0);
      for (const problem of problemsOf(step)) state.places.set(problem.subject, windowSubjectOf(problem));
    }
    state.alerts.set(
      ruleId,
      alerts.filter(({ resolvedAt }) => resolvedAt === null || now - resolvedAt < FORGET_MS),
    );
    // Replan at the next step, with the new returns and quiet times.
    state.wakes.set(ruleId, now);
  }
}

function problemsOf(step: Step): readonly Problem[] {
  if (step.kind === 'join') return step.problems;
  return step.kind === 'open' || step.kind === 'reopen' ? step.group.problems : [];
}

const windowSubjectOf = ({ tenantId, environmentIds, service }: Problem): WindowSubject => ({
  tenantId,
  environmentIds,
  service,
});

const FORGET_MS = 60 * 60_000;

function applyStep(alerts: KnownAlert[], ruleId: number, step: Step, now: number, nextId: () => number): void {
  if (step.kind === 'open') {
    const { cause, problems } = step.group;
    const members = membersOf(problems);
    const fresh = {
      state: 'open',
      openedAt: now,
      resolvedAt: null,
      returns: 0,
      flapping: false,
      quietSince: null,
    } as const;
    alerts.push({ id: nextId(), ruleId, cause, members, ...fresh });
    return;
  }
  const alert = alerts.find(({ id }) => id === step.id);
  if (!alert) return;
  if (step.kind === 'join') for (const { subject } of step.problems) alert.members.set(subject, true);
  if (step.kind === 'end') for (const subject of step.subjects) alert.members.set(subject, false);
  if (step.kind === 'quiet') alert.quietSince = step.since;
  if (step.kind === 'resolve') Object.assign(alert, { state: 'resolved', resolvedAt: now, members: new Map() });
  if (step.kind === 'reopen') {
    const { returns, flapping, group } = step;
    Object.assign(alert, { state: 'open', resolvedAt: null, quietSince: null, returns, flapping });
    alert.members = membersOf(group.problems);
  }
}

const membersOf = (problems: readonly Problem[]) => new Map(problems.map(({ subject }) => [subject, true]));
