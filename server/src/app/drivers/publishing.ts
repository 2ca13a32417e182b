import { join } from 'node:path';
import { createDirectoryPublishing } from '../../ports/config-publishing/directory-driver.ts';
import type { ConfigPublishing } from '../../ports/config-publishing/port.ts';
import { createSftpPublishing } from '../../ports/config-publishing/sftp-driver.ts';
import { readSftpServers } from '../../ports/config-publishing/sftp-servers.ts';
import type { Env } from '../settings/env.ts';

const TIMEOUT_MS = 10_000;
const IDLE_MS = 30_000;

/** The configured driver. `close` releases its resources. */
export interface Publishing {
  port: ConfigPublishing;
  close(): void;
}

/** @throws an Error when SFTP_SERVERS_FILE is missing or invalid */
export function openPublishing(env: Env, dataDir: string): Publishing {
  if (env.PUBLISHING === 'directory') {
    const port = createDirectoryPublishing({ root: join(dataDir, 'fleet'), timeoutMs: TIMEOUT_MS });
    return { port, close: () => undefined };
  }
  if (env.SFTP_SERVERS_FILE === undefined) throw new Error('PUBLISHING=sftp needs SFTP_SERVERS_FILE.');
  const servers = readSftpServers(env.SFTP_SERVERS_FILE);
  const port = createSftpPublishing({ servers, timeoutMs: TIMEOUT_MS, idleMs: IDLE_MS });
  return { port, close: () => port.close() };
}
