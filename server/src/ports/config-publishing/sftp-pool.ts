import { ConnectionLost, openConnection, type SftpConnection } from './sftp-connection.ts';
import type { SftpServer } from './sftp-servers.ts';
import { checkedHost, TargetFault } from './target-path.ts';
import { withinTime } from './target-step.ts';

/** Access to one server during a step. */
export interface ServerAccess {
  server: SftpServer;
  connection: SftpConnection;
}

interface Kept extends ServerAccess {
  users: number;
  idle?: NodeJS.Timeout;
}

/** One connection per server, shared by concurrent steps and kept for a short idle time. */
export interface SftpPool {
  /** Runs the work within the time limit; a timeout closes the connection. Throws TargetFault. */
  use<T>(host: string, work: (access: ServerAccess) => Promise<T>): Promise<T>;
  /** Closes all connections, including those in use. */
  close(): void;
}

export interface PoolSettings {
  servers: ReadonlyMap<string, SftpServer>;
  timeoutMs: number;
  /** Idle time before a connection is closed. */
  idleMs: number;
}

export function createSftpPool({ servers, timeoutMs, idleMs }: PoolSettings): SftpPool {
  const kept = new Map<string, Kept>();
  let closed = false;

  const acquire = (host: string): { entry: Kept; reused: boolean } => {
    const server = servers.get(checkedHost(host));
    if (closed) throw new TargetFault('The console is stopping.');
    if (!server) throw new TargetFault('The server is not listed in SFTP_SERVERS_FILE.');
    const known = kept.get(host);
    if (known) {
      clearTimeout(known.idle);
      known.users += 1;
      return { entry: known, reused: true };
    }
    const connection = openConnection(server, () => {
      if (kept.get(host) === entry) kept.delete(host);
      clearTimeout(entry.idle);
    });
    const entry: Kept = { server, connection, users: 1 };
    kept.set(host, entry);
    return { entry, reused: false };
  };
  const release = (host: string, entry: Kept) => {
    entry.users -= 1;
    if (entry.users > 0 || kept.get(host) !== entry) return;
    entry.idle = setTimeout(() => entry.connection.destroy(), idleMs);
    entry.idle.unref();
  };

  return {
    use: <T>(host: string, work: (access: ServerAccess) => Promise<T>) => {
      let current: Kept | undefined;
      const attempt = async (late: AbortSignal): Promise<T> => {
        const { entry, reused } = acquire(host);
        current = entry;
        try {
          return await work(entry);
        } catch (error) {
          // The server may have closed an idle connection. Steps are idempotent, so retry on a fresh one.
          if (!(error instanceof ConnectionLost) || !reused || late.aborted) throw error;
        } finally {
          release(host, entry);
        }
        return attempt(late);
      };
      return withinTime(timeoutMs, (late) => {
        late.addEventListener('abort', () => current?.connection.destroy());
        return attempt(late);
      });
    },
    close: () => {
      closed = true;
      for (const { connection } of kept.values()) connection.destroy();
    },
  };
}
