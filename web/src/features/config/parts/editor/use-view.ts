import { useRouter, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Segment } from '../../state/rebase.ts';
import { readView, writeView, type Panel, type Screen, type View } from '../../state/view.ts';

export interface ViewState extends View {
  setSearch: (search: string) => void;
  setSegment: (segment: Segment) => void;
  setPage: (page: number) => void;
  /** Shows all rows again. */
  clear: () => void;
  /** Shows the settings, or the servers' state; closes an open panel. */
  show: (screen: Screen) => void;
  /** Opens a panel or dialog, or closes it with null. */
  open: (panel: Panel | null) => void;
  /** Opens the dialog of a setting, or closes it with null. */
  openItem: (key: string | null) => void;
}

/** Editor state from the address. A stable object while the address is equal. */
export function useView(): ViewState {
  const params: Record<string, unknown> = useSearch({ strict: false });
  const router = useRouter();
  const text = JSON.stringify(readView(params));
  return useMemo(() => {
    const { pathname } = router.latestLocation;
    /** @param replace adds no history entry: for typing, and for dialogs, which Back closes anyway */
    const change = (part: Partial<View>, replace = true) => {
      const { latestLocation } = router;
      // The search text is written after a pause: it must not cancel a navigation in progress.
      if (latestLocation.pathname !== pathname) return;
      const next = writeView({ ...readView(latestLocation.search as Record<string, unknown>), ...part });
      void router.navigate({ to: '.', search: next as never, replace, resetScroll: false });
    };
    return {
      ...(JSON.parse(text) as View),
      setSearch: (search) => change({ search, page: 1 }),
      setSegment: (segment) => change({ segment, page: 1 }, false),
      setPage: (page) => change({ page }, false),
      clear: () => change({ search: '', segment: 'all', page: 1 }),
      show: (screen) => change({ screen, panel: null, edit: null }, false),
      open: (panel) => change({ panel, edit: null }),
      openItem: (edit) => change({ edit, ...(edit === null ? null : { panel: null }) }),
    };
  }, [text, router]);
}
