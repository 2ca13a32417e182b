import type { MonitorState } from '@mission-control/contract/monitors/rules';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useUrlText } from '../../lib/use-url-text.ts';
import { monitorListSearch } from './monitor-search.ts';

/** Search and state of the list, kept in the address. */
export function useMonitorList() {
  const url = monitorListSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const router = useRouter();
  const change = (part: { q?: string; state?: MonitorState | undefined }) =>
    void navigate({
      to: '/monitor',
      search: (before) => monitorListSearch({ ...before, ...part }),
      replace: true,
      resetScroll: false,
    });
  const [search, setSearch] = useUrlText(url.q ?? '', (q) => {
    // The text reaches the address after a pause; the person may be on another page by then.
    if (router.latestLocation.pathname === '/monitor') change({ q });
  });
  return {
    search,
    setSearch,
    /** Writes the text to the address without the pause, so that Back finds it again. */
    keepSearch: () => {
      if (search.trim() !== (url.q ?? '')) change({ q: search.trim() });
    },
    state: url.state,
    setState: (state: MonitorState | undefined) => change({ q: search.trim(), state }),
    clear: () => {
      setSearch('');
      change({ q: '', state: undefined });
    },
  };
}
