import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { Placeholder } from 'drizzle-orm';
import pg from 'pg';
import { selectTenantFacts } from '@mission-control/server/features/tenants/queries-detail';
import type { Database } from '@mission-control/server/platform/database/database';

/** Starts a bare Fastify + pg server in its own process, with the same statements as the console. */
export async function startBare(databaseUrl: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const db = drizzle(new pg.Pool({ connectionString: databaseUrl })) as unknown as Database;
  const { sql, params } = selectTenantFacts(db).toSQL();
  const child = spawn(process.execPath, [fileURLToPath(new URL('bare-server.ts', import.meta.url)), databaseUrl], {
    env: {
      PATH: process.env['PATH'] ?? '',
      READ_STATEMENT: sql,
      READ_PARAMETERS: JSON.stringify(params.map((value) => (value instanceof Placeholder ? null : value))),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /answers on (http\S+)/.exec(line)?.[1];
    if (url)
      return {
        url,
        async stop() {
          const ended = once(child, 'exit');
          child.kill('SIGTERM');
          await ended;
        },
      };
  }
  throw new Error('The bare server ended before it answered.');
}
