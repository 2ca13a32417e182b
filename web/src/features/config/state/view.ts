import { SEGMENTS, type Segment } from './rebase.ts';

const PANELS = ['review', 'commit', 'revisions', 'add'] as const;
export type Panel = (typeof PANELS)[number];

/** Main content: the settings, or the servers' state. */
const SCREENS = ['settings', 'servers'] as const;
export type Screen = (typeof SCREENS)[number];

/** Editor state kept in the address. */
export interface View {
  screen: Screen;
  search: string;
  segment: Segment;
  /** 1-based. */
  page: number;
  panel: Panel | null;
  /** Key of the setting whose dialog is open. */
  edit: string | null;
}

/** Parses the view from search parameters; invalid ones take their defaults. */
export function readView(params: Readonly<Record<string, unknown>>): View {
  const text = (name: string) => {
    const value = params[name];
    // The router parses `q=12` as a number and `q=true` as a boolean.
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
  };
  return {
    screen: SCREENS.find((screen) => screen === text('view')) ?? 'settings',
    search: text('q'),
    segment: SEGMENTS.find((segment) => segment === text('show')) ?? 'all',
    page: Math.max(1, Math.trunc(Number(text('page'))) || 1),
    panel: PANELS.find((panel) => panel === text('panel')) ?? null,
    edit: text('edit') || null,
  };
}

/** Formats a view as search parameters; defaults are omitted. */
export function writeView(view: View): Record<string, string | number | undefined> {
  return {
    view: view.screen === 'settings' ? undefined : view.screen,
    q: view.search || undefined,
    show: view.segment === 'all' ? undefined : view.segment,
    page: view.page === 1 ? undefined : view.page,
    panel: view.panel ?? undefined,
    edit: view.edit ?? undefined,
  };
}
