import pg from 'pg';
import type { Log } from '../../log/log.ts';

/** Namespace (first key) of the advisory locks that prove that a process is alive. Arbitrary constant. */
export const PRESENCE_LOCK = 4_400_003;

const LIMITS = { connectMs: 3_000, answerMs: 5_000, beatMs: 2_000 };
const RECONNECT_MS = 500;

/**
 * Holds an advisory lock on a dedicated session until released: the lock is freed when the process ends, in any way, as soon as the
 * operating system closes its connection. A lost session is reopened; the lock is shared, so that the previous session cannot block it.
 * @param limits overrides for tests
 */
export async function holdSessionLock(
  url: string,
  number: number,
  log: Log,
  limits = LIMITS,
): Promise<() => Promise<void>> {
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const again = (ms: number, next: () => void): void => {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(next, ms);
  };
  const lost = (error: unknown): void => {
    if (stopped) return;
    log.warn({ err: error }, 'the presence session of this process broke; reopening it');
    client = null;
    again(RECONNECT_MS, () => void open().catch(lost));
  };
  const beat = (session: pg.Client): void =>
    again(limits.beatMs, () => {
      session.query('select 1').then(
        () => beat(session),
        () => session === client && session.connection.stream.destroy(),
      );
    });
  const open = async (): Promise<void> => {
    const session = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: limits.connectMs,
      query_timeout: limits.answerMs,
      keepAlive: true,
      application_name: `mission-control process ${number}`,
    });
    session.on('error', (error) => {
      if (client === session) lost(error);
    });
    try {
      await session.connect();
      await session.query('select pg_advisory_lock_shared($1::int, $2::int)', [PRESENCE_LOCK, number]);
    } catch (error) {
      await session.end().catch(() => undefined);
      throw error;
    }
    // Released meanwhile.
    if (stopped) return session.end();
    client = session;
    beat(session);
  };
  await open().catch(lost);
  return async () => {
    stopped = true;
    clearTimeout(timer);
    const session = client;
    client = null;
    await session?.end().catch(() => undefined);
  };
}
