import { omnisearch } from '@mission-control/contract/search/calls';
import type { SearchResult } from '@mission-control/contract/search/schema';
import { getTenant } from '@mission-control/contract/tenants/calls';
import { useQuery, keepPreviousData } from '@tanstack/react-query';
import { useLocation, useRouter, type AnyRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState, type KeyboardEvent } from 'react';
import { queryOf } from '../../lib/api/query.ts';
import { recentTenants } from '../../lib/recent-tenants.ts';
import { nextActive } from './active-option.ts';
import { matchName } from './match-name.ts';
import { paletteGroups, type PaletteItem } from './palette-groups.ts';
import { tenantOfPath, tenantPlaces, type Place } from './tenant-places.ts';
import { useDebounced } from './use-search-box.ts';

const DEBOUNCE_MS = 120;

/** What the server says to a text. */
interface SearchAnswer {
  /** Null when it could not be asked. */
  found: readonly SearchResult[] | null;
  /** False while the answer to this very text is still to come. */
  current: boolean;
  /** Why it could not be asked. */
  error: string | null;
  askAgain: () => void;
}

/**
 * Asks the server once the text stands still, or at once in a `hurry`. Until the answer is there, those of the last answer that
 * meet the new text stay.
 */
function useSearchAnswer(typed: string, hurry: boolean): SearchAnswer {
  const settled = useDebounced(typed, DEBOUNCE_MS);
  const asked = hurry ? typed : settled;
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    ...queryOf(omnisearch, { query: { val: asked } }),
    enabled: typed !== '' && asked !== '',
    placeholderData: keepPreviousData,
  });
  const results = asked === '' ? [] : (data?.results ?? []);
  const askAgain = () => void refetch();
  if (asked !== typed || isPlaceholderData || (data === undefined && error === null)) {
    return { found: results.filter(({ name }) => matchName(name, typed)), current: false, error: null, askAgain };
  }
  if (error === null) return { found: results, current: true, error: null, askAgain };
  if (isFetching) return { found: [], current: false, error: null, askAgain };
  return { found: null, current: true, error: error.message, askAgain };
}

interface PaletteInput {
  typed: string;
  pages: readonly Place[];
  /** Enter was pressed before the palette was there. */
  entered: boolean;
  onClose: () => void;
}

/** What the palette lists, which one is active, and what a key does. It lives as long as the palette is open. */
export function usePalette({ typed, pages, entered, onClose }: PaletteInput) {
  // Both hold for the text they were made with only: with the next letter the first result is active again.
  const [pinned, setPinned] = useState({ typed: '', key: '' });
  const [awaited, setAwaited] = useState(entered ? typed : null);
  const [recent] = useState(recentTenants.list);
  const waits = awaited === typed && typed !== '';
  const answer = useSearchAnswer(typed, waits);
  const open = useOpenTenant();
  const groups = paletteGroups({ typed, recent, pages, open, found: answer.found });
  const items = groups.flatMap((group) => group.items);
  const settled = typed === '' || answer.current;
  const own = pinned.typed === typed ? items.find((item) => item.key === pinned.key) : undefined;
  // While tenants may still come before them, no page is the first result.
  const active = own ?? (settled || answer.found?.length ? items[0] : undefined);
  const router = useRouter();

  const pin = ({ key }: PaletteItem) => setPinned({ typed, key });
  const goTo = (href: string) => {
    onClose();
    router.history.push(href);
  };
  const choose = (item: PaletteItem | undefined) => {
    setAwaited(null);
    if (item?.href === null) answer.askAgain();
    else if (item) goTo(item.href);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      // A dialog that comes up at once, as before unsaved changes are lost, takes the focus: the key must not press its button.
      event.preventDefault();
      if (own || settled) choose(active);
      else setAwaited(typed);
      return;
    }
    const next = items[nextActive(event.key, active ? items.indexOf(active) : -1, items.length) ?? -1];
    if (!next) return;
    event.preventDefault();
    pin(next);
  };
  const arrived = useEffectEvent(() => {
    const first = items[0];
    if (first?.href && answer.error === null) goTo(first.href);
  });
  useEffect(() => {
    if (waits && settled) arrived();
  }, [waits, settled]);
  return { groups, active, note: noteOf(typed, answer), pin, choose, onKey };
}

/** What is said above the list. */
export interface PaletteNote {
  tone: 'searching' | 'nothing' | 'failed';
  text: string;
}

/** Null while results say enough. */
function noteOf(typed: string, { found, current, error }: SearchAnswer): PaletteNote | null {
  if (typed === '') return null;
  if (error !== null) return { tone: 'failed', text: error };
  if (found?.length !== 0) return null;
  if (!current) return { tone: 'searching', text: 'Searching' };
  return { tone: 'nothing', text: `No tenant has “${typed}” in its name.` };
}

/** The tenant whose page is open, and where its own pages are; null on every other page, and until the tenant is read. */
function useOpenTenant(): { name: string; places: Place[] } | null {
  const id = useLocation({ select: ({ pathname }) => tenantOfPath(pathname) });
  const router = useRouter();
  const { data } = useQuery({ ...queryOf(getTenant, { params: { id: id ?? 0 } }), enabled: id !== null });
  if (id === null || !data) return null;
  const { tenant } = data;
  return { name: tenant.tenant_name, places: tenantPlaces(tenant, (path) => isBuilt(router, path)) };
}

/** True when the whole path leads to a page, not only its beginning, and not to the page for all the rest. */
function isBuilt(router: AnyRouter, path: string): boolean {
  const [, params, route] = router.getMatchedRoutes(path);
  return route !== undefined && route.path !== '$' && !('**' in params);
}
