import { mdiBookmarkMultipleOutline } from '@mdi/js';
import { viewAddress, type ViewPage } from '@mission-control/contract/views/rules';
import type { SavedView } from '@mission-control/contract/views/schema';
import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '../../lib/lazy-part.ts';
import { storedChoice } from '../../lib/stored-choice.ts';
import { MenuButton } from '../../ui/action/menu-button.tsx';
import { styled } from '../../ui/theme/styled.ts';
import { useViews, viewSearch } from './use-views.ts';

const TabBar = lazyPart(() => import('../../ui/layout/tab-bar.tsx').then((module) => module.TabBar));
const SaveViewDialog = lazyPart(() => import('./parts/view-dialogs.tsx').then((module) => module.SaveViewDialog));
const ManageViewsDialog = lazyPart(() => import('./parts/view-dialogs.tsx').then((module) => module.ManageViewsDialog));

interface ViewsProps {
  page: ViewPage;
}

/** As high as the tabs. */
const Room = styled('div')({ flexShrink: 0, height: 39, marginTop: -4 });

/** Pages that had pinned views at the last load: their room is kept, so that the list does not move when they arrive. */
const pagesWithPinned = storedChoice('pinnedViews');

/** The person's pinned views as tabs above a list; nothing without any. @param all the tab that shows everything */
export function PinnedViews({ page, all }: ViewsProps & { all: string }) {
  const { views, shown, search, error, known } = useViews(page);
  const hasPinned = views.some((view) => view.pinned);
  useEffect(() => {
    if (!known) return;
    const before = pagesWithPinned.read() ?? [];
    if (before.includes(page) === hasPinned) return;
    pagesWithPinned.write(hasPinned ? [...before, page] : before.filter((one) => one !== page));
  }, [known, hasPinned, page]);
  const room = <Room data-room-for="views" />;
  if (!known && error === null) return pagesWithPinned.read()?.includes(page) ? room : null;
  if (!hasPinned) return null;
  const pinned = views.filter((view) => view.pinned || view === shown);
  const everything = { page, search: viewSearch(page, '') };
  return (
    <Suspense fallback={room}>
      <TabBar
        label="Pinned views"
        tabs={[
          { id: 'all', label: all, href: viewAddress(everything) },
          ...pinned.map((view) => ({ id: String(view._id), label: view.name, href: viewAddress(view) })),
        ]}
        active={shown ? String(shown._id) : search === everything.search ? 'all' : ''}
      />
    </Suspense>
  );
}

const detailOf = ({ own, owner, shared, start }: SavedView) =>
  [own ? (shared ? 'Shared by you' : '') : `Shared by ${owner}`, start ? 'Your start page' : '']
    .filter(Boolean)
    .join(' · ');

/** Opens, saves and manages the views of a page. @param also shown state that is not in the address */
export function ViewsMenu({ page, also }: ViewsProps & { also?: Record<string, unknown> | undefined }) {
  const { views, shown, search, error } = useViews(page, also);
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <MenuButton
        iconOnly
        label="Views"
        icon={mdiBookmarkMultipleOutline}
        items={[
          ...views.map((view) => ({
            id: String(view._id),
            label: view.name,
            href: viewAddress(view),
            selected: view === shown,
            detail: detailOf(view),
          })),
          {
            id: 'save',
            label: 'Save view',
            disabledReason: error && views.length === 0 ? 'The views could not be loaded' : null,
            onSelect: () => setDialog('save'),
          },
          ...(views.length > 0 ? [{ id: 'manage', label: 'Manage views', onSelect: () => setDialog('manage') }] : []),
        ]}
      />
      <Suspense fallback={null}>
        {dialog === 'save' ? <SaveViewDialog page={page} search={search} onClose={close} /> : null}
        {dialog === 'manage' ? <ManageViewsDialog page={page} search={search} onClose={close} /> : null}
      </Suspense>
    </>
  );
}
