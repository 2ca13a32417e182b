import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSftpServers, type SftpServer } from '../config-publishing/sftp-servers.ts';
import type { OpensshServer } from './openssh.ts';

/** Settings that a test may override. */
export interface FleetSettings {
  host_key?: string | string[];
  private_key_file?: string;
  user?: string;
  root?: string;
}

/** Settings of hosts on these servers, each with a root below `folder`, read from a file as the console does. */
export function sftpFleet(
  folder: string,
  hosts: Readonly<Record<string, OpensshServer>>,
  settings: FleetSettings = {},
): ReadonlyMap<string, SftpServer> {
  const servers = Object.entries(hosts).map(([host, sshd]) => {
    const root = join(folder, host);
    mkdirSync(root, { recursive: true });
    const access = { address: '127.0.0.1', port: sshd.port, user: sshd.user, private_key_file: sshd.privateKeyFile };
    return [host, { ...access, host_key: sshd.hostKey(), root, ...settings }] as const;
  });
  const file = join(folder, 'servers.json');
  writeFileSync(file, JSON.stringify({ servers: Object.fromEntries(servers) }));
  return readSftpServers(file);
}
