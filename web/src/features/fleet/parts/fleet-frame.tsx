import { listFleetItems } from '@mission-control/contract/fleet/calls';
import { FLEET_KINDS, KIND_WORDS } from '@mission-control/contract/fleet/kinds';
import { useReadRefusal } from '../../../lib/role-refusal.ts';
import { PageFrame, type PageFrameProps } from '../../../ui/layout/page-frame.tsx';
import { AdminsOnly } from '../../../ui/layout/state-panel.tsx';
import { TabBar } from '../../../ui/layout/tab-bar.tsx';
import { pageOfKind } from '../fleet-search.ts';

const CRUMBS = [{ label: 'Tools', href: '/tools' }, { label: 'Fleet' }];
const TABS = [
  ...FLEET_KINDS.map((kind) => ({ id: kind, label: KIND_WORDS[kind].tab, href: `/fleet/${pageOfKind(kind)}` })),
  { id: 'templates', label: 'Default templates', href: '/fleet/templates' },
];

interface FleetFrameProps extends Pick<PageFrameProps, 'count' | 'actions' | 'children'> {
  /** The id of the open tab. */
  tab: string;
}

/** Frame of the fleet pages. For admins only; others see whom to ask. */
export function FleetFrame({ tab, ...frame }: FleetFrameProps) {
  const refusal = useReadRefusal(listFleetItems, 'change the fleet');
  const tabs = <TabBar label="Fleet" tabs={TABS} active={tab} />;
  if (refusal === null) return <PageFrame title="Fleet" crumbs={CRUMBS} gap={12} tabs={tabs} {...frame} />;
  return (
    <PageFrame title="Fleet" crumbs={CRUMBS}>
      <AdminsOnly>{refusal}</AdminsOnly>
    </PageFrame>
  );
}
