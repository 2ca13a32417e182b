import { CONFIG_KINDS, findConfigKind } from '@mission-control/contract/config/kinds';
import { pathTo } from '../../../../lib/address/path-to.ts';
import { TabBar } from '../../../../ui/layout/tab-bar.tsx';
import type { ConfigRef } from '../../queries.ts';

/** The configs of one service, as CoursePro has two; nothing for a service with a single one. */
export function ConfigTabs({ target: { tenantId: id, kind } }: { target: ConfigRef }) {
  const service = findConfigKind(kind)?.service;
  const kinds = CONFIG_KINDS.filter((other) => other.service === service);
  if (kinds.length < 2) return null;
  return (
    <TabBar
      label="Configs of the service"
      active={kind}
      tabs={kinds.map(({ slug, label }) => ({
        id: slug,
        label: `${label} config`,
        href: pathTo('/tenant/$id/$kind/config', { id, kind: slug }),
      }))}
    />
  );
}
