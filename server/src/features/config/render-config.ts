import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { ConfigKind } from '@mission-control/contract/config/kinds';
import { renderFile } from '@mission-control/published-files';
import type { PublishFile } from '../../ports/config-publishing/port.ts';
import { exportedSettings, type KeyTypes, type RenderItem } from './render-value.ts';

/** The file of a config, the same text for the same items in any order. */
export function renderConfig(kind: ConfigKind, items: Iterable<RenderItem>, keys: KeyTypes): string {
  return renderFile(kind.format, exportedSettings(kind.format, items, keys));
}

/** SHA-256 of a rendered config, lower-case hex: the hash of a saved or committed config (C-030). */
export function hashOf(content: string): string {
  return createHash('sha256').update(content, 'utf8').digest('hex');
}

/** Where the config of a tenant lies under a server's config root. */
export function publishedPath(tenantId: number, kind: ConfigKind): string {
  return `tenants/${tenantId}/${kind.fileName}`;
}

/** The file to publish. */
export function publishFile(
  tenantId: number,
  kind: ConfigKind,
  items: Iterable<RenderItem>,
  keys: KeyTypes,
): PublishFile {
  const content = Buffer.from(renderConfig(kind, items, keys), 'utf8');
  return { path: publishedPath(tenantId, kind), content, sha256: createHash('sha256').update(content).digest('hex') };
}
