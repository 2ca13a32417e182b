import { once } from 'node:events';
import { startPostgres } from '../../server/src/ports/testing/postgresql.ts';
import { startConsole, startWorker, type Console } from '../support/console.ts';
import { startOneAddress } from '../support/one-address.ts';

/** Two web processes and a worker on one PostgreSQL and one folder, behind one address. */
export interface Processes {
  url: string;
  databaseUrl: string;
  webs: [Console, Console];
  close(): Promise<void>;
}

/** Starts them with 60 tenants; resolves when the address responds and the worker is running. */
export async function startProcesses(programs: string, settings: Record<string, string>): Promise<Processes> {
  const ends: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (const end of ends.toReversed()) await end();
  };
  try {
    const postgres = await startPostgres(programs);
    ends.push(() => postgres.stop());
    const shared = {
      ...settings,
      DATABASE_URL: postgres.url,
      SECRETS_KEY: Buffer.alloc(32, 3).toString('base64'),
      SANDBOX: 'on',
      SANDBOX_TENANTS: '60',
    };
    const first = await startConsole({ ...shared, PROCESS: 'web' });
    ends.push(() => first.dispose());
    const second = await startConsole({ ...shared, PROCESS: 'web', DATA_DIR: first.dataDir });
    ends.push(() => second.dispose());
    const worker = await startWorker(first.dataDir, shared);
    const ended = once(worker, 'exit');
    ends.push(() => (worker.kill('SIGTERM'), ended));
    const address = await startOneAddress(() => [first.url, second.url]);
    ends.push(address.close);
    return { url: address.url, databaseUrl: postgres.url, webs: [first, second], close };
  } catch (error) {
    await close();
    throw error;
  }
}
