import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
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

/**
 * What of the screen is in its address. The typed text is kept beside it: the router answers a keystroke later than an input
 * may wait.
 */
export function useView(): ViewState {
  const params: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const inAddress = readView(params);
  const [typed, setTyped] = useState(inAddress.search);
  const view = { ...inAddress, search: typed };
  const change = (part: Partial<View>) => {
    const next = writeView({ ...view, ...part });
    void navigate({ to: '.', search: next as never, replace: true, resetScroll: false });
  };
  return {
    ...view,
    setSearch: (search) => {
      setTyped(search);
      change({ search, page: 1 });
    },
    setSegment: (segment) => change({ segment, page: 1 }),
    setPage: (page) => change({ page }),
    clear: () => {
      setTyped('');
      change({ search: '', segment: 'all', page: 1 });
    },
    show: (screen) => change({ screen, panel: null, edit: null }),
    open: (panel) => change({ panel, edit: null }),
    openItem: (edit) => change({ edit, ...(edit === null ? null : { panel: null }) }),
  };
}
