import type { AlertKind, AlertState } from '@mission-control/contract/alerts/rules';
import type { AlertEvent } from '@mission-control/contract/alerts/schema';
import type { Problem } from '../problems/problem.ts';
import { groupProblems, MANY, type Group } from './group.ts';

/** An alert that is unresolved, or was resolved within the last half hour. */
export interface KnownAlert {
  id: number;
  ruleId: number;
  cause: string;
  state: AlertState;
  openedAt: number;
  resolvedAt: number | null;
  returns: number;
  flapping: boolean;
  quietSince: number | null;
  /** Whether each subject has a problem. */
  members: Map<string, boolean>;
}

/** A change of an alert. `event` is sent to the channels of its rule; null sends nothing. */
export type Step =
  | { kind: 'open'; group: Group; event: AlertEvent }
  | { kind: 'reopen'; id: number; group: Group; event: AlertEvent | null; returns: number; flapping: boolean }
  | { kind: 'join'; id: number; problems: Problem[] }
  | { kind: 'end'; id: number; subjects: string[] }
  | { kind: 'quiet'; id: number; since: number | null }
  | { kind: 'resolve'; id: number; event: AlertEvent };

/** How long a return counts towards flapping, and how long a flapping alert must be quiet to be resolved. */
export const FLAP_MS = 30 * 60_000;
/** Number of returns that makes an alert flap. */
const FLAP_RETURNS = 3;
/** For this long, further subjects join an alert that collects the excess. */
const JOIN_MANY_MS = 10 * 60_000;

interface Situation {
  kind: AlertKind;
  /** What the rule fires for now, by subject. */
  firing: ReadonlyMap<string, Problem>;
  alerts: readonly KnownAlert[];
  /** When each subject without an alert was first seen with a problem, in ms; updated. */
  pending: Map<string, number>;
  now: number;
  /** Whether a subject is in a maintenance window, during which its state is frozen. */
  isInMaintenance?: (subject: string) => boolean;
  /** How long to wait for other subjects with the same cause. */
  settleMs: number;
  totalOf?: (cause: string) => number;
}

/** Plans the changes for one rule. Pure except that it updates `pending`; `wakeAt` is when the plan could change without other input. */
export function planRule(situation: Situation): { steps: Step[]; wakeAt: number | null } {
  const { alerts, firing, pending, now, settleMs, isInMaintenance = () => false } = situation;
  const steps: Step[] = [];
  const open = alerts.filter(({ state }) => state !== 'resolved');
  const joined = joinOpen(open, new Map([...firing].filter(([subject]) => !isInMaintenance(subject))), now);
  for (const [alert, problems] of joined.joins) steps.push({ kind: 'join', id: alert.id, problems });
  const wakes = open.flatMap((alert) => endMembers(alert, situation, joined.joins.get(alert) ?? [], steps));
  for (const subject of pending.keys()) if (!joined.fresh.has(subject)) pending.delete(subject);
  for (const subject of joined.fresh.keys()) if (!pending.has(subject)) pending.set(subject, now);
  const settled = earliest(pending.values()) + settleMs;
  if (pending.size > 0 && now >= settled) {
    pending.clear();
    steps.push(...openGroups(situation, [...joined.fresh.values()]));
  } else if (pending.size > 0) wakes.push(settled);
  return { steps, wakeAt: wakes.length === 0 ? null : earliest(wakes.values()) };
}

/** The arguments of Math.min are limited by the stack. */
const earliest = (times: IteratorObject<number>): number => times.reduce((first, at) => Math.min(first, at), Infinity);

/** Sorts active subjects: already in an open alert, joining one, or new. */
function joinOpen(open: readonly KnownAlert[], firing: ReadonlyMap<string, Problem>, now: number) {
  const alertBySubject = new Map<string, KnownAlert>();
  for (const alert of open)
    for (const [subject, active] of alert.members)
      if (active || !alertBySubject.has(subject)) alertBySubject.set(subject, alert);
  const byCause = new Map(open.map((alert) => [alert.cause, alert]));
  const many = open.find(({ cause, openedAt }) => cause.startsWith(MANY) && now - openedAt < JOIN_MANY_MS);
  const joins = new Map<KnownAlert, Problem[]>();
  const fresh = new Map<string, Problem>();
  for (const [subject, problem] of firing) {
    const alert =
      alertBySubject.get(subject) ??
      [...problem.causes, problem.fallbackCause]
        .map(({ key }) => byCause.get(key))
        .find((found) => found !== undefined) ??
      many;
    if (!alert) fresh.set(subject, problem);
    else if (alert.members.get(subject) !== true) {
      const joining = joins.get(alert);
      if (joining) joining.push(problem);
      else joins.set(alert, [problem]);
    }
  }
  return { joins, fresh };
}

/** Ends recovered subjects, and with the last one the alert; a flapping alert only after it has been quiet. */
function endMembers(alert: KnownAlert, situation: Situation, joins: readonly Problem[], steps: Step[]): number[] {
  const { firing, now, isInMaintenance = () => false } = situation;
  const active = [...alert.members].flatMap(([subject, isActive]) => (isActive ? [subject] : []));
  const ended = active.filter((subject) => !firing.has(subject) && !isInMaintenance(subject));
  if (ended.length > 0) steps.push({ kind: 'end', id: alert.id, subjects: ended });
  const isQuiet = ended.length === active.length && joins.length === 0;
  if (!isQuiet) {
    if (alert.quietSince !== null) steps.push({ kind: 'quiet', id: alert.id, since: null });
    return [];
  }
  if (alert.flapping && alert.quietSince === null) {
    steps.push({ kind: 'quiet', id: alert.id, since: now });
    return [now + FLAP_MS];
  }
  if (alert.flapping && ended.length === 0 && [...alert.members.keys()].some(isInMaintenance)) return [];
  if (alert.flapping && now < (alert.quietSince ?? now) + FLAP_MS) return [(alert.quietSince ?? now) + FLAP_MS];
  steps.push({ kind: 'resolve', id: alert.id, event: 'resolved' });
  return [];
}

/** Opens an alert for each group, or reopens a recently resolved one. */
function openGroups({ kind, alerts, now, totalOf }: Situation, problems: readonly Problem[]): Step[] {
  const past = new Map(
    alerts
      .filter(({ state, resolvedAt }) => state === 'resolved' && resolvedAt !== null && now - resolvedAt < FLAP_MS)
      .map((alert) => [alert.cause, alert]),
  );
  return groupProblems(kind, problems, { now, ...(totalOf && { totalOf }) }).map((group): Step => {
    const before = past.get(group.cause);
    if (!before) return { kind: 'open', group, event: 'opened' };
    const returns = before.returns + 1;
    const flapping = returns >= FLAP_RETURNS;
    return { kind: 'reopen', id: before.id, group, event: flapping ? 'flapping' : 'opened', returns, flapping };
  });
}
