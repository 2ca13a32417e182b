import { expect, type Page } from '@playwright/test';
import { findAuditFault } from '../../server/src/platform/audit/verify.ts';
import { auditEvents } from '../../server/src/platform/audit/tables.ts';
import { openPostgres } from '../../server/src/platform/database/postgres/postgres.ts';
import { createLog } from '../../server/src/platform/log/log.ts';

/** Writes without an audit event: validation only, the acknowledgement of a run's end, drafts and presence (0120). */
const UNAUDITED =
  /^\/api\/(member\/(importer|validate)|licence\/(en|de)code|monitor\/checks\/plan|run\/\d+\/told|(draft|presence)\/[^/]+)$/;

/** Acknowledged writes by request id. */
export type Acknowledged = Map<string, string>;

/** Records a screen's writes when their successful responses arrive. */
export function noteAcknowledged(page: Page, acknowledged: Acknowledged): void {
  page.on('response', (response) => {
    const request = response.request();
    const { pathname } = new URL(request.url());
    if (request.method() === 'GET' || !response.ok() || !pathname.startsWith('/api/') || UNAUDITED.test(pathname))
      return;
    acknowledged.set(response.headers()['x-request-id'] ?? 'no id', `${request.method()} ${pathname}`);
  });
}

/** Checks that the audit chain in the database is intact and contains all acknowledged writes. */
export async function expectNothingLost(databaseUrl: string, acknowledged: Acknowledged): Promise<void> {
  const open = openPostgres(databaseUrl, createLog('warn'));
  try {
    // The worker may write concurrently: read chain and head in one snapshot.
    await open.db.transaction(
      async (db) => {
        expect(await findAuditFault(db)).toBeNull();
        const events = await db.select({ requestId: auditEvents.requestId }).from(auditEvents);
        const recorded = new Set(events.map(({ requestId }) => requestId));
        expect([...acknowledged].filter(([id]) => !recorded.has(id))).toEqual([]);
      },
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    );
  } finally {
    await open.close();
  }
}
