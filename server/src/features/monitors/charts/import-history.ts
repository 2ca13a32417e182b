import type { InventoryHistory } from '@mission-control/contract/inventory/history';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/clock.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import type { Bucket } from './buckets.ts';
import { importedBuckets } from './imported-history.ts';
import { syncDomains } from '../queries-fleet.ts';
import { insertImportedHistories, monitorIds, type ImportedHistory } from './queries-past.ts';
import type { ShortBucket } from '../tables.ts';

/** Stores the history of domains from before this console checked them, creating missing monitors. */
export async function importMonitorResults(
  db: Transaction,
  { monitors, until }: InventoryHistory,
  now: Date,
): Promise<void> {
  if (monitors.length === 0) return;
  await syncDomains(db, now);
  const ids = await monitorIds(db);
  const histories = monitors.flatMap((monitor) => {
    const id = ids.get(monitor.host);
    return id === undefined ? [] : [{ id, ...historyOf(monitor, until) }];
  });
  await insertImportedHistories(db, histories);
}

function historyOf(
  { six_hours, hours, ten_minutes, outages }: InventoryHistory['monitors'][number],
  until: string,
): Omit<ImportedHistory, 'id'> {
  const responses = { six_hours, hours, ten_minutes };
  const end = Date.parse(until);
  const spans = outages.map((one) => ({
    from: Date.parse(one.started_at),
    to: one.ended_at === null ? end : Date.parse(one.ended_at),
    lasts: one.ended_at === null,
    error: one.error,
  }));
  const last = spans.at(-1);
  return {
    until,
    responses,
    days: importedBuckets(responses, spans, end, '90d').map((one) => short(one, DAY_MS)),
    hours: importedBuckets(responses, spans, end, '7d')
      .slice(-HOURS)
      .map((one) => short(one, HOUR_MS)),
    outages: spans.map(({ from, to, lasts, error }) => ({
      from,
      to: lasts ? null : to,
      error,
      failures: Math.max(1, Math.round((to - from) / MINUTE_MS)),
    })),
    ms: responses.ten_minutes.at(-1) ?? null,
    error: last?.lasts ? last.error : null,
    online: last?.lasts ? (last.from > importedSince(responses, end) ? last.from : null) : end,
    offline: last?.to ?? null,
  };
}

/** Start of the first imported interval. */
const importedSince = ({ six_hours, hours, ten_minutes }: ImportedHistory['responses'], end: number): number =>
  end - Math.max(six_hours.length * 6 * HOUR_MS, hours.length * HOUR_MS, ten_minutes.length * 10 * MINUTE_MS);

/** The monitor list shows 24 of them. */
const HOURS = 25;

const short = ({ start, checks, failures, msSum }: Bucket, span: number): ShortBucket => [
  start / span,
  checks,
  failures,
  msSum,
];
