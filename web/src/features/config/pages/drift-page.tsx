import { Suspense } from 'react';
import { useSearch } from '@tanstack/react-router';
import { pathTo } from '../../../lib/address/path-to.ts';
import { lazyPart } from '../../../lib/lazy-part.ts';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { LoadingPanel } from '../../../ui/layout/skeleton.tsx';
import { TabBar } from '../../../ui/layout/tab-bar.tsx';
import { PinnedViews, ViewsMenu } from '../../views/public.tsx';
import { BoardView } from '../parts/drift/board-view.tsx';
import { driftSearch, type DriftView } from '../state/drift-search.ts';

const GroupsView = lazyPart(() => import('../parts/drift/groups-view.tsx').then((module) => module.GroupsView));
const ServersList = lazyPart(() => import('../parts/drift/servers-list.tsx').then((module) => module.ServersList));

const CRUMBS = [{ label: 'Tools', href: '/tools' }, { label: 'Drift' }];

const PARTS: Readonly<Record<DriftView, () => React.ReactNode>> = {
  board: () => <BoardView />,
  differences: () => <GroupsView />,
  servers: () => <ServersList />,
};

/** The state of every config: the board, the differences that configs share, and what servers hold. */
export function DriftPage() {
  const { view = 'board' } = driftSearch(useSearch({ strict: false }));
  return (
    <PageFrame title="Drift" crumbs={CRUMBS} gap={12} actions={<ViewsMenu page="drift" />}>
      <PinnedViews page="drift" all="All drift" />
      <TabBar
        label="Drift by"
        active={view}
        tabs={[
          { id: 'board', label: 'Board', href: pathTo('/drift') },
          { id: 'differences', label: 'Differences', href: pathTo('/drift', null, { view: 'differences' }) },
          { id: 'servers', label: 'Servers', href: pathTo('/drift', null, { view: 'servers' }) },
        ]}
      />
      <Suspense fallback={<LoadingPanel label="Loading the drift" rows={8} />}>{PARTS[view]()}</Suspense>
    </PageFrame>
  );
}
