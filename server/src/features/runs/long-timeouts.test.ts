import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { isDatabaseDown } from '../../platform/database/postgres/database-down.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { openPostgres } from '../../platform/database/postgres/postgres.ts';
import { createTestCtx } from '../../platform/testing/test-ctx.ts';
import { findPostgres, startPostgres } from '../../ports/testing/postgresql.ts';
import { startRun } from './public.ts';

const programs = findPostgres();

describe.skipIf(programs === undefined)('a run that a person has started', { timeout: 120_000 }, () => {
  it('is exempt from the limits for interactive requests: its statements may take long', async () => {
    const t = await createTestCtx();
    const postgres = await startPostgres(programs ?? '');
    const quick = { connections: 4, checkoutMs: 2_000, statementMs: 700 };
    const open = openPostgres(postgres.url, t.log, { quick });
    try {
      await open.withLongTimeouts(() => migrate(open.db));
      const ctx = { ...t.as({}), db: open.db, withLongTimeouts: open.withLongTimeouts };
      const long = () => open.db.execute(sql`select pg_sleep(1)`);
      await expect(long()).rejects.toSatisfy(isDatabaseDown);
      const run = await startRun(ctx, { kind: 'seed', subject: 'Elm', work: async () => void (await long()) });
      expect(await run.done).toMatchObject({ outcome: 'succeeded', error: null });
    } finally {
      await open.close();
      await postgres.stop();
      await t.close();
    }
  });
});
