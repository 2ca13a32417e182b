import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import { keptChoice } from '../../../lib/kept-choice.ts';
import type { Column } from '../../../ui/table/table-column.ts';
import { foldedColumns, spreadColumns } from './list-columns.ts';
import type { ListedTenant } from './list-rows.ts';

const kept = keptChoice('tenantColumns');

/** Width used beside the table: the drawer and the edges of page and table. */
const BESIDE = 160 + 2 * 24 + 2;
/** Up to this width the table scrolls sideways, with sticky first columns. */
const NARROW = 700;

/** Room for the table, in steps, so that resizing the window does not re-render it for each px. */
function useRoom(): number {
  return useSyncExternalStore(
    useCallback((changed) => {
      window.addEventListener('resize', changed);
      return () => window.removeEventListener('resize', changed);
    }, []),
    () => {
      const { clientWidth } = document.documentElement;
      return clientWidth <= NARROW ? Infinity : Math.floor((clientWidth - BESIDE) / 10) * 10;
    },
  );
}

/** Visible columns: as chosen by the user, or as many as fit. */
export function useListColumns(all: readonly Column<ListedTenant>[]) {
  const [choice, setChoice] = useState(kept.read);
  const room = useRoom();
  return useMemo(() => {
    const hidden = choice ?? foldedColumns(all, room);
    const shown = all.filter(({ id }) => !hidden.includes(id));
    const choose = (next: string[] | null) => {
      kept.write(next);
      setChoice(next);
    };
    return {
      hidden,
      /** True while the user has not chosen. */
      automatic: choice === null,
      columns: Number.isFinite(room) ? spreadColumns(shown, room) : shown,
      toggle: (id: string) => choose(hidden.includes(id) ? hidden.filter((one) => one !== id) : [...hidden, id]),
      reset: () => choose(null),
    };
  }, [all, choice, room]);
}

export type ListColumns = ReturnType<typeof useListColumns>;
