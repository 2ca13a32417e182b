import type { TimelineEntry } from '@mission-control/contract/timeline/calls';
import { CHANGE_KINDS } from '@mission-control/contract/timeline/kinds';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fakeError, holdResponses, startFakeServer, type FakeResponse } from '../../lib/testing/fake-server.ts';
import { isDisabled, renderPage } from '../../lib/testing/render-page.tsx';
import { TimelinePage } from './pages/timeline-page.tsx';
import { pathOfChangesBefore } from './public.tsx';
import { distanceText, rangeText } from './time-texts.ts';
import { moved, rangeOf, timelineSearch, zoomed } from './timeline-search.ts';

const FROM = '2026-11-21T12:00:00.000Z';
const TO = '2026-11-21T14:00:00.000Z';
const FIXED = `/timeline?from=${FROM}&to=${TO}`;
const entry = (id: string, more: Partial<TimelineEntry> = {}): TimelineEntry => ({
  id,
  at: '2026-11-21T13:58:00.000Z',
  kind: 'config',
  text: `Saved ${id}`,
  meaning: 'plain',
  actor: 'priya.shah',
  tenant: { id: 7, name: 'Brimham Active' },
  path: '/tenant/7/coursepro/config',
  undo: null,
  ...more,
});

interface Line {
  pages?: readonly { entries: TimelineEntry[]; next: string | null }[];
  counts?: Partial<Record<TimelineEntry['kind'], number>>;
  fails?: boolean;
  overviewFails?: boolean;
}

/** Answers any range; `asked` holds the searches of the list, in order. */
async function openPage(address: string, line: Line) {
  const answerOf = (call: string): FakeResponse | undefined => {
    const url = new URL(call.slice(call.indexOf(' ') + 1), 'http://console');
    const failure = fakeError(500, { error: 'It is broken.', code: 'internal' });
    if (url.pathname === '/api/timeline/overview' && line.overviewFails) return failure;
    if (url.pathname === '/api/timeline/overview')
      return { parts: line.counts ? [{ part: 30, counts: line.counts }] : [], since: null };
    if (url.pathname !== '/api/timeline') return undefined;
    if (line.fails) return failure;
    const page = line.pages?.[Number(url.searchParams.get('cursor') ?? 0)];
    return { about: null, entries: page?.entries ?? [], next: page?.next ?? null };
  };
  const arrived = startFakeServer(
    new Proxy<Record<string, FakeResponse>>(
      {},
      {
        has: (_target, call) => String(call).includes('/api/timeline'),
        get: (_target, call) => answerOf(String(call)),
      },
    ),
  );
  const asked = () =>
    arrived.flatMap(({ call }) =>
      call.startsWith('GET /api/timeline?') ? [Object.fromEntries(new URLSearchParams(call.split('?')[1]))] : [],
    );
  return { ...(await renderPage('/timeline', TimelinePage, address)), asked, line };
}
const entries = () => within(screen.getByRole('region', { name: 'Entries' })).getAllByRole('listitem');

describe('the timeline', () => {
  it('shows entries by day with their item, their person, their tenant and their undo', async () => {
    const undo = { label: 'Restore a revision', path: '/tenant/7/coursepro/config?panel=revisions' };
    await openPage(FIXED, { pages: [{ entries: [entry('b', { undo }), entry('a', { path: null })], next: null }] });
    expect(await screen.findByRole('heading', { name: /21 Nov/ })).toBeDefined();
    const [first, second] = entries();
    const link = (name: string) => within(first!).getByRole('link', { name }).getAttribute('href');
    expect(link('Saved b')).toBe('/tenant/7/coursepro/config');
    expect(link('Brimham Active')).toBe('/tenant/7/timeline');
    expect(link('Restore a revision')).toBe(undo.path);
    expect(within(first!).getByText('priya.shah')).toBeDefined();
    expect(within(second!).queryByRole('link')).toBeNull();
  });

  it('shows only the chosen kinds, kept in the address', async () => {
    const { user, asked, router } = await openPage(FIXED, {
      counts: { switch: 2, outage: 1 },
      pages: [{ entries: [entry('a')], next: null }],
    });
    await user.click(await screen.findByRole('button', { name: /^Outages/ }));
    await waitFor(() => expect(asked().at(-1)).toMatchObject({ kinds: 'outage' }));
    await user.click(screen.getByRole('button', { name: /^All changes/ }));
    await waitFor(() => expect(asked().at(-1)).toMatchObject({ kinds: CHANGE_KINDS.join(',') }));
    expect(router.state.location.search).toMatchObject({ kinds: CHANGE_KINDS.join(',') });
    await user.click(screen.getByRole('button', { name: /^All changes/ }));
    await waitFor(() => expect(router.state.location.search).not.toHaveProperty('kinds'));
  });

  it('zooms with buttons, and with the keyboard on the overview', async () => {
    const { user, asked } = await openPage(FIXED, { pages: [{ entries: [entry('a')], next: null }] });
    await user.click(await screen.findByRole('button', { name: 'Zoom in' }));
    await waitFor(() =>
      expect(asked().at(-1)).toMatchObject({ from: '2026-11-21T12:30:00.000Z', to: '2026-11-21T13:30:00.000Z' }),
    );
    await user.click(screen.getByRole('button', { name: 'Zoom out' }));
    await waitFor(() => expect(asked().at(-1)).toMatchObject({ from: FROM, to: TO }));
    const slider = await screen.findByRole('slider', { name: 'Part of the range' });
    for (const key of ['Home', 'ArrowRight']) fireEvent.keyDown(slider, { key });
    fireEvent.keyDown(slider, { key: 'ArrowRight', shiftKey: true });
    fireEvent.keyDown(slider, { key: 'Enter' });
    await waitFor(() =>
      expect(asked().at(-1)).toMatchObject({ from: '2026-11-21T12:02:00.000Z', to: '2026-11-21T12:06:00.000Z' }),
    );
  });

  it('links from an outage to what changed in the two hours before, with the distance of each, the nearest first', async () => {
    const down = entry('down', {
      kind: 'outage',
      meaning: 'bad',
      at: '2026-11-21T14:05:00.000Z',
      text: 'It went down',
    });
    const first = await openPage(FIXED, { pages: [{ entries: [down], next: null }] });
    const path = (await screen.findByRole('link', { name: 'What changed in the two hours before' })).getAttribute(
      'href',
    );
    expect(path).toBe(pathOfChangesBefore(down.at, 7));
    first.unmount();
    const { asked } = await openPage(pathOfChangesBefore(down.at, null), {
      pages: [{ entries: [entry('near'), entry('far', { at: '2026-11-21T12:40:00.000Z' })], next: null }],
    });
    expect(await screen.findByText('7 min before')).toBeDefined();
    expect(entries().map((row) => row.textContent)).toEqual([
      expect.stringContaining('7 min before'),
      expect.stringContaining('1 h 25 min before'),
    ]);
    expect(asked().at(-1)).toMatchObject({
      from: '2026-11-21T12:05:00.000Z',
      to: '2026-11-21T14:05:01.000Z',
      kinds: CHANGE_KINDS.join(','),
    });
  });

  it('loads more on demand, and reloads everything when something happens', async () => {
    const line = {
      pages: [
        { entries: [entry('b')], next: '1' },
        { entries: [entry('a')], next: null },
      ],
    };
    const { user, client } = await openPage(FIXED, line);
    await user.click(await screen.findByRole('button', { name: 'Load older' }));
    await waitFor(() => expect(entries()).toHaveLength(2));
    expect(isDisabled(screen.getByRole('button', { name: 'Load older' }))).toBe(true);
    line.pages = [
      { entries: [entry('c'), entry('b')], next: '1' },
      { entries: [entry('a')], next: null },
    ];
    await client.invalidateQueries();
    await waitFor(() =>
      expect(entries().map((row) => row.querySelector('a')?.textContent)).toEqual(['Saved c', 'Saved b', 'Saved a']),
    );
  });

  it('begins with the next entry in a future range', async () => {
    const { asked } = await openPage('/timeline?range=next', {
      pages: [{ entries: [entry('end', { kind: 'date', meaning: 'bad' })], next: '1' }],
    });
    expect(await screen.findByRole('button', { name: 'Load later' })).toBeDefined();
    expect(asked().at(-1)).toMatchObject({ order: 'oldest', kinds: 'date' });
    expect(screen.queryByRole('group', { name: 'Kinds' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'What changed in the two hours before' })).toBeNull();
  });

  it('reads past empty pages, and says when nothing happened', async () => {
    const pages = [
      { entries: [], next: '1' },
      { entries: [], next: '2' },
      { entries: [entry('a')], next: null },
    ];
    const first = await openPage(FIXED, { pages });
    expect(await screen.findByText('Saved a')).toBeDefined();
    first.unmount();
    const { user, router } = await openPage(`${FIXED}&kinds=bulk`, {});
    expect(await screen.findByText('Nothing of these kinds happened in this range')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Show all kinds' }));
    expect(await screen.findByText('Nothing happened in this range')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Show 30 days' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ range: '30d' }));
  });

  it('does not show the kinds of another environment while its own load', async () => {
    const search = (environment: number) => ({ from: FROM, to: TO, environment });
    const { router } = await openPage(`${FIXED}&environment=3`, { counts: { outage: 2 } });
    await screen.findByRole('button', { name: /^Outages/ });
    const release = holdResponses('.000Z');
    await router.navigate({ to: '/timeline', search: search(4) } as never);
    await screen.findByRole('heading', { name: 'Timeline of Environment 4' });
    expect(screen.queryByRole('button', { name: /^Outages/ })).toBeNull();
    release();
    await screen.findByRole('button', { name: /^Outages/ });
  });

  it('shows a failed read', async () => {
    await openPage(FIXED, { fails: true });
    expect(await screen.findByText('The timeline could not be loaded')).toBeDefined();
  });
});

describe('its address', () => {
  it('says that the overview could not be loaded, beside the entries, and loads it again on demand', async () => {
    const line: Line = { pages: [{ entries: [entry('a')], next: null }], overviewFails: true };
    const { user } = await openPage(FIXED, line);
    const overview = within(await screen.findByRole('region', { name: 'Overview' }));
    expect(await overview.findByText('The overview could not be loaded.')).toBeDefined();
    expect(entries()).toHaveLength(1);
    line.overviewFails = false;
    await user.click(overview.getByRole('button', { name: 'Retry' }));
    expect(await overview.findByRole('slider', { name: 'Part of the range' })).toBeDefined();
    expect(overview.queryByText('The overview could not be loaded.')).toBeNull();
  });

  it('drops invalid ranges, kinds and times', () => {
    expect(
      timelineSearch({ from: TO, to: FROM, kinds: 'x,outage', range: '9d', before: 'soon', environment: -1 }),
    ).toEqual({
      kinds: 'outage',
    });
    expect(timelineSearch({ range: '24h', kinds: '', server: 'eu-web-1' })).toEqual({ server: 'eu-web-1' });
  });

  it('moves and zooms around the middle, to ten minutes at least', () => {
    const range = { from: Date.parse(FROM), to: Date.parse(TO) };
    expect(moved(range, -0.5)).toEqual({ from: '2026-11-21T11:00:00.000Z', to: '2026-11-21T13:00:00.000Z' });
    expect(zoomed(range, 0.001)).toEqual({ from: '2026-11-21T12:55:00.000Z', to: '2026-11-21T13:05:00.000Z' });
    expect(rangeOf({ range: '2h' }, Date.parse(TO))).toMatchObject({ ...range, isOpen: true, isToCome: false });
    expect(rangeOf({ from: FROM, to: TO }, Date.parse(FROM))).toMatchObject({ isOpen: false, isToCome: true });
  });

  it('formats ranges and distances', () => {
    expect(rangeText(new Date(FROM), new Date(TO), new Date(TO))).toBe('21 Nov 12:00 to 14:00');
    expect([40_000, 420_000, 4_800_000, 3_600_000, 260_000_000].map(distanceText)).toEqual([
      '40 s',
      '7 min',
      '1 h 20 min',
      '1 h',
      '3 days',
    ]);
  });
});
