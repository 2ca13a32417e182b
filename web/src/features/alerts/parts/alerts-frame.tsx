import { countAlerts, listAlertChannels } from '@mission-control/contract/alerts/calls';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../../lib/api/query.ts';
import { useReadRefusal } from '../../../lib/role-refusal.ts';
import { PageFrame, type PageFrameProps } from '../../../ui/layout/page-frame.tsx';
import { TabBar } from '../../../ui/layout/tab-bar.tsx';

const CRUMBS = [{ label: 'Tools', href: '/tools' }, { label: 'Alerts' }];

interface AlertsFrameProps extends Pick<PageFrameProps, 'actions' | 'children'> {
  tab: 'alerts' | 'rules' | 'channels' | 'maintenance' | 'subscriptions';
}

/** Frame of the alert pages. */
export function AlertsFrame({ tab, ...frame }: AlertsFrameProps) {
  const { data } = useQuery(queryOf(countAlerts, {}));
  const isAdmin = useReadRefusal(listAlertChannels, 'see the channels') === null;
  const tabs = [
    { id: 'alerts', label: 'Alerts', href: '/alerts', count: data?.open },
    { id: 'rules', label: 'Rules', href: '/alerts/rules' },
    { id: 'subscriptions', label: 'Subscriptions', href: '/alerts/subscriptions' },
    { id: 'maintenance', label: 'Maintenance', href: '/alerts/maintenance' },
    ...(isAdmin ? [{ id: 'channels', label: 'Channels', href: '/alerts/channels' }] : []),
  ];
  const tabBar = <TabBar label="Alerts" tabs={tabs} active={tab} />;
  return <PageFrame title="Alerts" crumbs={CRUMBS} gap={12} tabs={tabBar} {...frame} />;
}
