import { TabBar } from '../../../ui/layout/tab-bar.tsx';

const TABS = [
  { id: 'statistics', label: 'Statistics', href: '/cron' },
  { id: 'board', label: 'Problems', href: '/cron/board' },
  { id: 'overlap', label: 'Overlap', href: '/cron/overlap' },
  { id: 'logs', label: 'Logs', href: '/cron/logs' },
] as const;

/** The pages about the cron of the fleet. */
export const CronTabs = ({ active }: { active: (typeof TABS)[number]['id'] }) => (
  <TabBar label="Cron" tabs={TABS} active={active} />
);
