import { useRouter, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useIsOpen } from '../../../../lib/address/use-url-text.ts';
import type { Segment } from '../../state/rebase.ts';
import { readView, writeView, type Panel, type Screen, type View } from '../../state/view.ts';

/** Editor state from the address. A stable object while the address is equal. */
export function useView() {
  const params: Record<string, unknown> = useSearch({ strict: false });
  const router = useRouter();
  const isOpen = useIsOpen();
  const text = JSON.stringify(readView(params));
  return useMemo(() => {
    const latest = () => readView(router.latestLocation.search as Record<string, unknown>);
    /** @param replace adds no history entry: for typing, and for dialogs, which Back closes anyway */
    const change = (part: Partial<View>, replace = true): void => {
      // The search text is written after a pause: it must not cancel a navigation in progress.
      if (!isOpen()) return;
      const next = writeView({ ...latest(), ...part });
      void router.navigate({ to: '.', search: next as never, replace, resetScroll: false });
    };
    return {
      ...(JSON.parse(text) as View),
      setSearch: (search: string) => change({ search, page: 1 }),
      setSegment: (segment: Segment) => change({ segment, page: 1 }, false),
      setPage: (page: number) => change({ page }, false),
      /** Shows all rows again. */
      clear: () => change({ search: '', segment: 'all', page: 1 }),
      /** Shows the settings, or the servers' state; closes an open panel. */
      show: (screen: Screen) => change({ screen, panel: null, edit: null }, false),
      /** Opens a panel or dialog, or closes it with null. */
      open: (panel: Panel | null) => change({ panel, edit: null }),
      /** Closes a panel, unless another one has been opened since. */
      close: (panel: Panel) => {
        if (latest().panel === panel) change({ panel: null });
      },
      /** Opens the dialog of a setting, or closes it with null. */
      openItem: (edit: string | null) => change({ edit, ...(edit === null ? null : { panel: null }) }),
    };
  }, [text, router, isOpen]);
}

export type ViewState = ReturnType<typeof useView>;
