import { countText } from '../numbers.ts';
import { serviceName } from '../catalogue.ts';
import { configLabel } from '../config/kinds.ts';
import { formatDate, licenceExpiry, licenceSentence, WARNING_DAYS } from '../config/licence-expiry.ts';
import { CERTIFICATE_WARNING_DAYS } from '../monitors/rules.ts';
import { isStale, STALE_MS } from '../reports/define-report.ts';
import { rankOf } from './kinds.ts';
import type { AttentionReason } from './schema.ts';

/** The facts that reasons are derived from. Times are strings that `Date` parses; null: never. */
export interface AttentionFacts {
  id: number;
  active: boolean;
  /** True with CoursePro, whose pages show cron, system and licence. */
  hasCoursepro: boolean;
  /** True if cron is switched on for at least one of its services. */
  runsCron: boolean;
  licence: string | null;
  /** Monitored sites that are down or have a certificate; `windowEnds`: end of the maintenance windows the site is in. */
  sites: {
    id: number;
    host: string;
    down: boolean;
    since: string | null;
    windowEnds: string | null;
    certificateEnds: string | null;
  }[];
  /** Latest cron report of each environment. */
  reports: {
    environment: string;
    created: string;
    /** Tasks whose last run failed, and the first of them. */
    failed: number;
    failedTask: string | null;
    /** Which task becomes late first, and when, unless a new report arrives. */
    lateAt: string | null;
    lateTask: string | null;
  }[];
  systemReport: string | null;
  /** Committed configs whose servers hold a different file; `hosts` 0: the last commit was interrupted. */
  drifts: { kind: string; hosts: number; since: string | null }[];
  /** Configs with uncommitted saved changes, and since when. */
  changes: { kind: string; since: string }[];
  /** Servers that did not confirm the control file of a service. */
  unconfirmed: { service: string; host: string; since: string | null }[];
}

/** A reason and the interval in which it holds with this wording, in ms. */
interface Timed {
  reason: AttentionReason;
  from?: number | undefined;
  until?: number | undefined;
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Uncommitted changes older than this need attention. */
const WAITING_MS = DAY_MS;

/**
 * Why a tenant needs attention, most urgent first, and when the passage of time may next change that (ms; null: never). Inactive
 * tenants are expected to be silent; only their files count.
 * @param now ms since the epoch
 */
export function attentionOf(facts: AttentionFacts, now: number): { reasons: AttentionReason[]; next: number | null } {
  const timed = [
    ...(facts.active ? [...sites(facts), ...licence(facts, now), ...cron(facts), ...reports(facts)] : []),
    ...facts.drifts.map((found) => drift(facts, found)),
    ...facts.changes.map((found) => change(facts, found)),
    ...facts.unconfirmed.map((found) => unconfirmed(facts, found)),
  ];
  const holds = ({ from = -Infinity, until = Infinity }: Timed): boolean => from <= now && now < until;
  const times = timed.flatMap(({ from, until }) => [from, until]).filter((at) => at !== undefined && at > now);
  const reasons = timed.filter(holds).map(({ reason }) => reason);
  return {
    reasons: reasons.toSorted((a, b) => rankOf(a.kind) - rankOf(b.kind)),
    next: times.length === 0 ? null : Math.min(...(times as number[])),
  };
}

/** A CoursePro page, or the tenant's page if it lacks CoursePro. */
const pageOf = ({ id, hasCoursepro }: AttentionFacts, page: string): string =>
  hasCoursepro ? `/tenant/${id}/${page}` : `/tenant/${id}`;

const instant = (text: string | null): string | null => (text === null ? null : new Date(text).toISOString());
const dayOf = (at: number): string => formatDate(new Date(at));

function sites({ sites: found }: AttentionFacts): Timed[] {
  return found.flatMap(({ id, host, down, since, windowEnds, certificateEnds }) => {
    const path = `/monitor/${id}`;
    const base = { kind: 'certificate', since: instant(certificateEnds), path } as const;
    const isDown: Timed = {
      reason: { kind: 'site-down', severity: 'bad', text: `${host} is down`, since: instant(since), path },
      from: windowEnds === null ? undefined : Date.parse(windowEnds),
    };
    if (certificateEnds === null) return down ? [isDown] : [];
    const ends = Date.parse(certificateEnds);
    const ending: Timed = {
      reason: { ...base, severity: 'warning', text: `Certificate of ${host} expires on ${dayOf(ends)}` },
      from: ends - CERTIFICATE_WARNING_DAYS * DAY_MS + 1,
      until: ends,
    };
    const ended: Timed = {
      reason: { ...base, severity: 'bad', text: `Certificate of ${host} expired on ${dayOf(ends)}` },
      from: ends,
    };
    return [...(down ? [isDown] : []), ending, ended];
  });
}

/** By UTC days, as elsewhere (C-057). */
function licence(facts: AttentionFacts, now: number): Timed[] {
  const expiry = licenceExpiry(facts.licence, new Date(now));
  const base = { kind: 'licence', since: null, path: pageOf(facts, 'licence/config') } as const;
  if (expiry.state === 'never') return [];
  if (expiry.state === 'invalid') return [{ reason: { ...base, severity: 'warning', text: licenceSentence(expiry) } }];
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const [soon, over] = [today + (expiry.days - WARNING_DAYS + 1) * DAY_MS, today + (expiry.days + 1) * DAY_MS];
  return [
    {
      reason: { ...base, severity: 'warning', text: `Licence expires on ${expiry.date}` },
      from: soon,
      until: over,
    },
    { reason: { ...base, severity: 'bad', text: `Licence expired on ${expiry.date}` }, from: over },
  ];
}

function cron(facts: AttentionFacts): Timed[] {
  const { runsCron, reports: found } = facts;
  if (!runsCron) return [];
  const path = pageOf(facts, 'cron');
  return found.flatMap(({ created, failed, failedTask, lateAt, lateTask }): Timed[] => {
    const others = failed > 1 ? ` and ${failed - 1} more` : '';
    const text = `Cron task ${failedTask ?? ''}${others} failed`;
    const late = `Cron task ${lateTask ?? ''} is late`;
    return [
      ...(failed > 0
        ? [{ reason: { kind: 'cron-failing', severity: 'bad', text, since: instant(created), path } } as const]
        : []),
      ...(lateAt === null
        ? []
        : [
            {
              reason: { kind: 'cron-late', severity: 'warning', text: late, since: instant(lateAt), path },
              from: Date.parse(lateAt),
            } as const,
          ]),
    ];
  });
}

function reports(facts: AttentionFacts): Timed[] {
  const { reports: found, systemReport } = facts;
  const stopped = (created: string, what: string, path: string): Timed => ({
    reason: { kind: 'reports-stopped', severity: 'warning', text: what, since: instant(created), path },
    from: Date.parse(created) + STALE_MS + 1,
  });
  return [
    ...found.map(({ environment, created }) =>
      stopped(created, `No cron report from ${environment}`, pageOf(facts, 'cron')),
    ),
    ...(systemReport === null
      ? []
      : [stopped(systemReport, 'No report from its system', pageOf(facts, 'coursepro/system'))]),
  ];
}

function drift({ id }: AttentionFacts, { kind, hosts, since }: AttentionFacts['drifts'][number]): Timed {
  const servers = countText(hosts, 'server differs', 'servers differ');
  const text =
    hosts === 0
      ? `${configLabel(kind)} config: the last commit was interrupted`
      : `${configLabel(kind)} config: ${servers} from what was committed`;
  return {
    reason: { kind: 'drift', severity: 'bad', text, since: instant(since), path: `/tenant/${id}/${kind}/config` },
  };
}

function change({ id }: AttentionFacts, { kind, since }: AttentionFacts['changes'][number]): Timed {
  const text = `${configLabel(kind)} config: saved changes wait for a commit`;
  return {
    reason: {
      kind: 'changes-waiting',
      severity: 'warning',
      text,
      since: instant(since),
      path: `/tenant/${id}/${kind}/config`,
    },
    from: Date.parse(since) + WAITING_MS,
  };
}

function unconfirmed({ id }: AttentionFacts, { service, host, since }: AttentionFacts['unconfirmed'][number]): Timed {
  const text = `${serviceName(service)}: ${host} has not confirmed the switches`;
  const path = `/tenant/${id}/${service}`;
  return { reason: { kind: 'switch-unconfirmed', severity: 'bad', text, since: instant(since), path } };
}

interface ScheduledTask {
  taskName: string;
  restrictions: { time: { type: string; minimum?: number }; run: object | null; conditional: object | null };
  execution: { chain: object | null };
  logs: readonly { datetime: string }[];
}

/**
 * When a task becomes late (ms): one that runs at intervals, without a window or condition, is late when no run has ended for twice its
 * interval plus 15 minutes. Null for others, and for one that has not run.
 * @param lastEnd end of its last run, in ms; null without one
 */
export function lateTime(
  { restrictions, execution }: Pick<ScheduledTask, 'restrictions' | 'execution'>,
  lastEnd: number | null,
): number | null {
  const { time, run, conditional } = restrictions;
  if (time.minimum === undefined || run !== null || conditional !== null || execution.chain !== null) return null;
  return lastEnd === null ? null : lastEnd + 2 * time.minimum * MINUTE_MS + STALE_MS;
}

/** When the newest run of a log ended, in ms; null without one. */
export function lastEndOf(logs: readonly { datetime: string }[]): number | null {
  const ends = logs.map(({ datetime }) => Date.parse(datetime)).filter((at) => !Number.isNaN(at));
  return ends.length === 0 ? null : Math.max(...ends);
}

/** The task that becomes late first; null if none can. */
export function firstLate(tasks: readonly ScheduledTask[]): { task: string; at: number } | null {
  let first: { task: string; at: number } | null = null;
  for (const task of tasks) {
    const at = lateTime(task, lastEndOf(task.logs));
    if (at !== null && (first === null || at < first.at)) first = { task: task.taskName, at };
  }
  return first;
}

/** True when a report made at `created` is stale. */
export const isReportStale = (created: Date, now: Date): boolean => isStale(created.toISOString(), now.getTime());
