import { expect, type Page } from '@playwright/test';
import { findAuditFault } from '../server/src/platform/audit/verify.ts';
import { auditEvents } from '../server/src/platform/audit/tables.ts';
import { openPostgres } from '../server/src/platform/database/postgres.ts';
import { createLog } from '../server/src/platform/log/log.ts';

/** POSTs without an audit event: input that is only checked, and the note that the end of a run was shown. */
const UNAUDITED = /^\/api\/(member\/(importer|validate)|licence\/(en|de)code|run\/\d+\/told)$/;

/** Writes that were acknowledged: what was asked, by the id of its request. */
export type Acknowledged = Map<string, string>;

/** Notes the writes of a screen as their good answers come. */
export function noteAcknowledged(page: Page, acknowledged: Acknowledged): void {
  page.on('response', (response) => {
    const request = response.request();
    const { pathname } = new URL(request.url());
    if (request.method() === 'GET' || !response.ok() || !pathname.startsWith('/api/') || UNAUDITED.test(pathname))
      return;
    acknowledged.set(response.headers()['x-request-id'] ?? 'no id', `${request.method()} ${pathname}`);
  });
}

/** Holds the audit chain in the database against what was acknowledged: it is whole, and nothing is missing. */
export async function expectNothingLost(databaseUrl: string, acknowledged: Acknowledged): Promise<void> {
  const open = openPostgres(databaseUrl, createLog('warn'));
  try {
    // The worker may write meanwhile: chain and head are read as they are at one moment.
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
