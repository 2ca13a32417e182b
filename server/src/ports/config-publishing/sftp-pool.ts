import { ConnectionLost, openConnection, type SftpConnection } from './sftp-connection.ts';
import type { SftpServer } from './sftp-servers.ts';
import { checkedHost, TargetFault } from './target-path.ts';
import { withinTime } from './target-step.ts';

/** What one step works on. */
export interface ServerAccess {
  server: SftpServer;
  connection: SftpConnection;
}

interface Kept extends ServerAccess {
  users: number;
  idle?: NodeJS.Timeout;
}

/** One connection for each server, shared by what is done there at the same time and kept for a short while afterwards. */
export interface SftpPool {
  /** Does the work within the time limit; a server that does not answer in time loses its connection. Throws TargetFault. */
  use<T>(host: string, work: (access: ServerAccess) => Promise<T>): Promise<T>;
  /** Ends all connections, also those in use. */
  close(): void;
}

export interface PoolSettings {
  servers: ReadonlyMap<string, SftpServer>;
  timeoutMs: number;
  /** How long a connection is kept that nobody uses. */
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
      let late = false;
      const attempt = async (): Promise<T> => {
        const { entry, reused } = acquire(host);
        current = entry;
        try {
          return await work(entry);
        } catch (error) {
          // The server may have ended a kept connection long ago. Steps are idempotent, so a fresh one may do it again.
          if (!(error instanceof ConnectionLost) || !reused || late) throw error;
        } finally {
          release(host, entry);
        }
        return attempt();
      };
      return withinTime(timeoutMs, attempt, () => {
        late = true;
        current?.connection.destroy();
      });
    },
    close: () => {
      closed = true;
      for (const { connection } of kept.values()) connection.destroy();
    },
  };
}
