import { useRouter, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { readView, writeView, type Panel, type Screen, type View } from '../state/view.ts';
import type { Segment } from '../state/segments.ts';

/** The view and what changes it. */
export interface ViewState extends View {
  setSearch: (search: string) => void;
  setSegment: (segment: Segment) => void;
  setPage: (page: number) => void;
  /** Shows all rows again. */
  clear: () => void;
  /** Shows the settings, or what the servers have; an open panel closes. */
  show: (screen: Screen) => void;
  /** Opens a panel or dialog, or closes it with null. */
  open: (panel: Panel | null) => void;
  /** Opens the dialog of a setting, or closes it with null. */
  openItem: (key: string | null) => void;
}

/** What of the screen is in its address. The same object as long as the address says the same. */
export function useView(): ViewState {
  const params: Record<string, unknown> = useSearch({ strict: false });
  const router = useRouter();
  const text = JSON.stringify(readView(params));
  return useMemo(() => {
    const { pathname } = router.latestLocation;
    const change = (part: Partial<View>) => {
      const { latestLocation } = router;
      // The text of the search comes after a pause: another page that loads meanwhile must not be called off.
      if (latestLocation.pathname !== pathname) return;
      const next = writeView({ ...readView(latestLocation.search as Record<string, unknown>), ...part });
      void router.navigate({ to: '.', search: next as never, replace: true, resetScroll: false });
    };
    return {
      ...(JSON.parse(text) as View),
      setSearch: (search) => change({ search, page: 1 }),
      setSegment: (segment) => change({ segment, page: 1 }),
      setPage: (page) => change({ page }),
      clear: () => change({ search: '', segment: 'all', page: 1 }),
      show: (screen) => change({ screen, panel: null, edit: null }),
      open: (panel) => change({ panel, edit: null }),
      openItem: (edit) => change({ edit, ...(edit === null ? null : { panel: null }) }),
    };
  }, [text, router]);
}
