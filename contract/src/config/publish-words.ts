import type { ConfigKind } from './kinds.ts';

/** Which config went out, and on how many of its servers it was confirmed. */
export function publishedDetail(
  kind: Pick<ConfigKind, 'label'>,
  tenantName: string,
  servers: readonly { readonly ok: boolean }[],
): string {
  const confirmed = servers.filter(({ ok }) => ok).length;
  return `${kind.label} config of ${tenantName}: ${confirmed} of ${servers.length} servers confirmed`;
}
