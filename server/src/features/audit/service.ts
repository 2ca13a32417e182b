import type {
  AuditCheck,
  AuditEvent,
  AuditFilter,
  CheckpointStore,
  EXPORT_FORMATS,
} from '@mission-control/contract/audit/calls';
import { csvLine } from '@mission-control/contract/csv';
import { readCheckpoints } from '../../platform/audit/checkpoints.ts';
import { readChainStart } from '../../platform/audit/removals.ts';
import { findAuditFault } from '../../platform/audit/verify.ts';
import { TextStream } from '../../platform/calls/handler.ts';
import type { Ctx } from '../../platform/context.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { listEvents, readCopies } from './queries.ts';

const PAGE_SIZE = 50;

type Cursor = { before?: number | undefined };
interface Page {
  events: AuditEvent[];
  next: number | null;
}

/** A page of audit events, newest first. `next` is the `before` of the next page; null on the last one. */
export async function listAuditPage(ctx: Ctx, filter: AuditFilter & Cursor): Promise<Page> {
  const found = await listEvents(ctx.db, filter, PAGE_SIZE + 1);
  const events = found.slice(0, PAGE_SIZE).map((event) => shownEvent(ctx, event));
  return { events, next: found.length > PAGE_SIZE ? (events.at(-1)?.id ?? null) : null };
}

/** A page of the changes of a tenant. Viewers, who may not see every value, get only the names of the changed facts. */
export async function listTenantChanges(ctx: Ctx, tenant: number, { before }: Cursor): Promise<Page> {
  const page = await listAuditPage(ctx, { tenant, before });
  if (ctx.actor.role !== 'viewer') return page;
  const events = page.events.map((event) => ({
    ...event,
    before: withoutValues(event.before),
    after: withoutValues(event.after),
  }));
  return { ...page, events };
}

const withoutValues = (facts: unknown): unknown =>
  isFacts(facts) ? Object.fromEntries(Object.keys(facts).map((name) => [name, null])) : null;

const isFacts = (facts: unknown): facts is object =>
  facts !== null && typeof facts === 'object' && !Array.isArray(facts);

const shownEvent = (ctx: Ctx, event: AuditEvent): AuditEvent => ({
  ...event,
  before: withoutHashes(ctx, event.before),
  after: withoutHashes(ctx, event.after),
});

/** Facts holding the plain hash of a published file: secrets in the file could be brute-forced against it. */
const FILE_HASHES = ['hash', 'committed_hash'];
const SHA_256 = /^[0-9a-f]{64}$/;

function withoutHashes({ secrets }: Ctx, facts: unknown): unknown {
  if (!isFacts(facts)) return facts;
  const shown = Object.entries(facts).map(([name, value]: [string, unknown]) =>
    FILE_HASHES.includes(name) && typeof value === 'string' && SHA_256.test(value)
      ? [name, secrets.fingerprint(value)]
      : [name, value],
  );
  return Object.fromEntries(shown);
}

const EXPORT_PAGE = 500;
const COLUMNS = ['id', 'at', 'actor', 'action', 'subject', 'tenant_id', 'before', 'after', 'request_id'] as const;
const CONTENT_TYPES = { csv: 'text/csv; charset=utf-8', ndjson: 'application/x-ndjson' } as const;

/** All matching events as a file, streamed page by page, so its length is not limited. */
export async function exportAudit(
  ctx: Ctx,
  { format, ...filter }: AuditFilter & { format: (typeof EXPORT_FORMATS)[number] },
): Promise<TextStream> {
  await inTransaction(ctx, async ({ record }) =>
    record({
      action: 'audit.exported',
      subject: `audit log as ${format}`,
      after: { ...filter, ...ctx.source },
      topics: [],
    }),
  );
  const lineOf = format === 'csv' ? eventLine : (event: AuditEvent) => `${JSON.stringify(event)}\n`;
  return new TextStream(
    CONTENT_TYPES[format],
    async (send, closed) => {
      if (format === 'csv') await send(csvLine(COLUMNS));
      for (let before: number | undefined; !closed.aborted;) {
        const page = await listEvents(ctx.db, { ...filter, before }, EXPORT_PAGE);
        for (const event of page) await send(lineOf(shownEvent(ctx, event)));
        if (page.length < EXPORT_PAGE) return;
        before = page.at(-1)?.id;
      }
    },
    { isPaced: true },
  );
}

const eventLine = (event: AuditEvent): string => csvLine(COLUMNS.map((name) => cellText(event[name])));

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number);
}

/** Verifies the whole chain, and reports the progress line by line. */
export function verifyAudit(ctx: Ctx): TextStream {
  return new TextStream(
    'application/x-ndjson',
    async (send, closed) => {
      let last: AuditCheck = { checked: 0, total: 0, checkpoints: 0 };
      const fault = await checkAudit(ctx, async (progress) => {
        closed.throwIfAborted();
        last = progress;
        await send(`${JSON.stringify(progress)}\n`);
      });
      await send(`${JSON.stringify({ ...last, fault })}\n`);
    },
    { isPaced: true },
  );
}

/** The first fault of the chain or of its checkpoints; null: none. */
export async function checkAudit(
  ctx: Ctx,
  onProgress: (progress: AuditCheck) => Promise<void> | void,
): Promise<string | null> {
  const [start, checkpoints] = [await readChainStart(ctx.db, ctx), await readCheckpoints(ctx)];
  if (typeof start === 'string') return start;
  if (typeof checkpoints === 'string') return checkpoints;
  return findAuditFault(ctx.db, { start, checkpoints, onProgress });
}

/** The configured checkpoint stores other than the file. */
export async function listStores({ db, ports }: Ctx): Promise<CheckpointStore[]> {
  const known = await readCopies(db);
  return ports.checkpointCopies.map(({ name }) => {
    const one = known.find(({ store }) => store === name);
    return {
      store: name,
      delivered_at: one?.deliveredAt?.toISOString() ?? null,
      failing_since: one?.failingSince?.toISOString() ?? null,
      failure: one?.failure ?? null,
    };
  });
}
