import { Buffer } from 'node:buffer';
import { hash } from 'node:crypto';
import type { ConfigKind } from '@mission-control/contract/config/kinds';
import { renderFile } from '@mission-control/published-files';
import type { PublishFile } from '../../../ports/config-publishing/port.ts';
import { exportedSettings, type KeyTypes, type RenderItem } from '@mission-control/contract/config/exported-settings';

/** Renders a config file; the order of the items does not matter. */
export function renderConfig(kind: ConfigKind, items: Iterable<RenderItem>, keys: KeyTypes): string {
  return renderFile(kind.format, exportedSettings(kind.format, items, keys));
}

/** SHA-256 of a rendered config in lower-case hex (C-030). */
export function hashOf(content: string | Buffer): string {
  return hash('sha256', content);
}

/** Path of a tenant's config, relative to a server's config root. */
export function publishedPath(tenantId: number, kind: ConfigKind): string {
  return `tenants/${tenantId}/${kind.fileName}`;
}

export function publishFile(
  tenantId: number,
  kind: ConfigKind,
  items: Iterable<RenderItem>,
  keys: KeyTypes,
): PublishFile {
  const content = Buffer.from(renderConfig(kind, items, keys), 'utf8');
  return { path: publishedPath(tenantId, kind), content, sha256: hashOf(content) };
}
