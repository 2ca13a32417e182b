import type { AlertKind } from '@mission-control/contract/alerts/rules';
import type { CronTrouble } from '@mission-control/contract/cron/troubles';
import { TOPIC, type Topic } from '@mission-control/contract/topics';
import type { Db } from '../../../platform/database/database.ts';
import { MINUTE_MS } from '../../../platform/clock.ts';
import * as cron from './queries-cron.ts';
import * as fleet from './queries-fleet.ts';
import * as sites from './queries-sites.ts';
import type { Problem } from './problem.ts';

interface Condition {
  limit: number | null;
  minutes: number | null;
}

interface Reading {
  now: Date;
  /** The lowest and the highest limit of the rules. */
  min: number;
  max: number;
}

/** Where the problems of a kind come from. */
interface Source {
  /** Reads everything that could have a problem; healthy subjects are skipped. */
  load(db: Db, reading: Reading): Promise<Problem[]>;
  /** Reload interval, for changes caused by the passage of time or not announced. */
  everyMs: number;
  /** Reload as soon as one of these is announced. */
  topics?: readonly Topic[];
  fires(problem: Problem, rule: Condition): boolean;
  /** How long to wait for other subjects with the same cause. */
  settleMs: number;
  /** Total number of subjects by cause; without it any three subjects that share a cause are grouped. */
  totals?(db: Db): Promise<ReadonlyMap<string, number>>;
}

/** All sites are checked within this time, so that simultaneous outages are found within it. */
const SITES_SETTLE_MS = 20_000;

const atLeast = ({ values }: Problem, { limit }: Condition): boolean => (values[0] ?? 0) >= (limit ?? 0);
const atMost = ({ values }: Problem, { limit }: Condition): boolean => (values[0] ?? Infinity) <= (limit ?? 0);
const always = (): boolean => true;

/** Skips the newest sample if it is still missing. */
function overLoad({ values }: Problem, { limit, minutes }: Condition): boolean {
  const known = values[0] === -1 ? values.slice(1) : values;
  return known.slice(0, minutes ?? 1).every((load) => load >= (limit ?? 0));
}

/** Problems come with reports, so reading them more often than reports arrive is pointless. */
const ofTasks = (what: CronTrouble, fires: Source['fires']): Source => ({
  load: (db) => cron.listTaskProblems(db, what),
  everyMs: MINUTE_MS,
  fires,
  settleMs: 0,
});

/** A new kind needs its wording in the contract, and an entry here. */
export const KINDS: Readonly<Record<AlertKind, Source>> = {
  'site-down': {
    load: (db, { min }) => sites.listFailingSites(db, min),
    everyMs: 2_000,
    fires: atLeast,
    settleMs: SITES_SETTLE_MS,
    totals: sites.countSites,
  },
  'site-slow': {
    load: (db) => sites.listSlowSites(db),
    everyMs: 5_000,
    fires: atLeast,
    settleMs: SITES_SETTLE_MS,
    totals: sites.countSites,
  },
  certificate: {
    load: (db, { now, max }) => sites.listEndingCertificates(db, now, max),
    everyMs: 5 * MINUTE_MS,
    fires: atMost,
    settleMs: 0,
  },
  'cron-failed': ofTasks('failed', always),
  'cron-dead': ofTasks('dead', always),
  'cron-too-long': {
    load: (db, { now, min }) => cron.listRunningTasks(db, now, min),
    everyMs: MINUTE_MS,
    fires: atLeast,
    settleMs: 0,
  },
  'cron-longer': ofTasks('too-long', atLeast),
  'cron-too-short': ofTasks('too-short', atLeast),
  'cron-overdue': ofTasks('overdue', always),
  'cron-not-started': ofTasks('not-started', always),
  'reports-silent': {
    load: (db, { now, min }) => fleet.listSilentReports(db, now, min),
    everyMs: MINUTE_MS,
    fires: atLeast,
    settleMs: 0,
  },
  'database-load': {
    load: (db, { now }) => fleet.listDatabaseLoads(db, now),
    everyMs: MINUTE_MS,
    fires: overLoad,
    settleMs: 0,
  },
  drift: { load: fleet.listDriftedConfigs, everyMs: MINUTE_MS, fires: always, settleMs: 0 },
  'commit-waiting': {
    load: (db, { now, min }) => fleet.listWaitingCommits(db, now, min),
    everyMs: MINUTE_MS,
    fires: atLeast,
    settleMs: 0,
  },
  'deploy-failed': {
    load: (db, { now }) => fleet.listFailedDeploys(db, now),
    everyMs: MINUTE_MS,
    topics: [TOPIC.runs],
    fires: always,
    settleMs: 0,
  },
  licence: {
    load: (db, { now, max }) => fleet.listEndingLicences(db, now, max),
    everyMs: 10 * MINUTE_MS,
    fires: atMost,
    settleMs: 0,
  },
  'prober-silent': {
    load: (db, { now }) => sites.listSilentProber(db, now),
    everyMs: 10_000,
    fires: atLeast,
    settleMs: 0,
  },
  // Settling time: a server that is restarting confirms one of the next attempts.
  'switch-unconfirmed': { load: fleet.listUnconfirmedSwitches, everyMs: 10_000, fires: always, settleMs: MINUTE_MS },
};
