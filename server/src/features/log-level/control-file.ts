import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { LogLevel } from '@mission-control/contract/log-level/schema';
import type { PublishFile } from '../../ports/config-publishing/port.ts';

/** What the servers of a tenant are told. */
export interface Control {
  deploymentGroup: string;
  /** In force now. */
  logLevel: LogLevel;
  /** When another level comes into force; null when none will. */
  until: Date | null;
}

/** Where the control file of a tenant lies under a server's config root. */
export function controlPath(tenantId: number): string {
  return `tenants/${tenantId}/control.json`;
}

/** The control file: JSON with sorted keys, the same bytes for the same facts. */
export function controlFile(tenantId: number, { deploymentGroup, logLevel, until }: Control): PublishFile {
  const facts = { deployment_group: deploymentGroup, log_level: logLevel, until: until?.toISOString() ?? null };
  const content = Buffer.from(`${JSON.stringify(facts, null, 2)}\n`, 'utf8');
  return { path: controlPath(tenantId), content, sha256: createHash('sha256').update(content).digest('hex') };
}
