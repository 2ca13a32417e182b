import type { Call } from '@mission-control/contract/call';
import {
  type ReportAnswer,
  type reportAnswer,
  MAX_TENANTS_PER_REPORT,
} from '@mission-control/contract/reports/define-report';
import type { z } from 'zod';
import { handle, type Handler } from '../../platform/calls/handler.ts';
import type { Ctx } from '../../platform/context.ts';
import { perDatabase } from '../../platform/database/database.ts';
import { grouped } from '../../platform/database/grouped.ts';
import { inUnauditedTransaction, type UnauditedWork } from '../../platform/database/transaction.ts';
import { insertReceipts, listPlacements, type ReportKey, type Placement } from './queries.ts';
import { reportingEnvironment } from './tokens.ts';

/** Wire format of a report; the feature that stores an entry defines the rest of it. */
interface ReportBody<Entry> {
  report_id: string;
  created: string;
  tenants: Entry[];
}
type ReportCall<Entry extends { tenant_id: number }> = Call<
  z.ZodType,
  z.ZodType,
  z.ZodType<ReportBody<Entry>>,
  typeof reportAnswer
>;

/** An environment's report about one of its tenants. */
export interface Reported<Entry> {
  environmentId: number;
  tenantId: number;
  /** Time of the report, clamped to now. */
  created: Date;
  entry: Entry;
}

/**
 * Stores the entries of one or more reports; no tenant occurs twice. Entries older than the stored ones must be ignored.
 */
type Store<Entry> = (ctx: Ctx, work: UnauditedWork, entries: Reported<Entry>[]) => Promise<void>;

interface Received<Entry> extends ReportKey {
  ctx: Ctx;
  entries: Reported<Entry>[];
}

/** Registers the handler of a kind of report. */
export function receiveReports<Entry extends { tenant_id: number }>(
  call: ReportCall<Entry>,
  store: Store<Entry>,
): Handler {
  const queueOf = perDatabase(() =>
    grouped<Received<Entry>, ReportAnswer>((reports) => storeReports(reports, store), fits),
  );
  return handle(call, (ctx, input) => queueOf(ctx.db)(toReceived(ctx, (input as { body: ReportBody<Entry> }).body)));
}

function toReceived<Entry extends { tenant_id: number }>(ctx: Ctx, body: ReportBody<Entry>): Received<Entry> {
  const { id: environmentId } = reportingEnvironment(ctx);
  const created = new Date(Math.min(Date.parse(body.created), ctx.clock.now().getTime()));
  const entries = body.tenants.map((entry) => ({ environmentId, tenantId: entry.tenant_id, created, entry }));
  return { ctx, environmentId, reportId: body.report_id.toLowerCase(), entries };
}

/** Whether a report can join a group: groups contain no tenant or report twice, and are limited in size. */
function fits<Entry>(group: readonly Received<Entry>[], next: Received<Entry>): boolean {
  const { entries, environmentId, reportId } = next;
  const before = group.flatMap((one) => one.entries);
  if (before.length + entries.length > MAX_TENANTS_PER_REPORT) return false;
  if (group.some((one) => one.environmentId === environmentId && one.reportId === reportId)) return false;
  const taken = new Set(before.map(({ tenantId }) => tenantId));
  return !entries.some(({ tenantId }) => taken.has(tenantId));
}

async function storeReports<Entry>(reports: Received<Entry>[], store: Store<Entry>): Promise<ReportAnswer[]> {
  const [first] = reports;
  if (!first) return [];
  const { ctx } = first;
  return inUnauditedTransaction(ctx, async (work) => {
    const fresh = new Set((await insertReceipts(work.db, reports, ctx.clock.now())).map(receiptKey));
    const entries = reports.filter((report) => fresh.has(receiptKey(report))).flatMap((report) => report.entries);
    const found = entries.length > 0 ? await listPlacements(work.db, entries.map(placementOf)) : [];
    const placements = new Set(found.map(placementKey));
    const accepted = entries.filter((entry) => placements.has(placementKey(entry)));
    // A fixed order prevents deadlocks between transactions.
    accepted.sort((a, b) => a.tenantId - b.tenantId);
    if (accepted.length > 0) await store(ctx, work, accepted);
    return reports.map((report) => {
      if (!fresh.has(receiptKey(report))) return { accepted: 0, duplicate: true, refused: [] };
      const refused = report.entries
        .filter((entry) => !placements.has(placementKey(entry)))
        .map(({ tenantId }) => tenantId);
      return { accepted: report.entries.length - refused.length, duplicate: false, refused };
    });
  });
}

const receiptKey = ({ environmentId, reportId }: ReportKey): string => `${environmentId} ${reportId}`;
const placementKey = ({ environmentId, tenantId }: Placement): string => `${environmentId} ${tenantId}`;
const placementOf = ({ environmentId, tenantId }: Placement): Placement => ({ environmentId, tenantId });
