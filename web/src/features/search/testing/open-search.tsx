import { mdiHistory } from '@mdi/js';
import { waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { startFakeServer, type FakeResponse } from '../../../lib/testing/fake-server.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { GlobalSearch } from '../parts/global-search.tsx';
import { Palette, type OpenPalette } from '../parts/palette.tsx';

const PAGES = [
  { label: 'Tenants', icon: mdiHistory, href: '/tenant' },
  { label: 'About', icon: mdiHistory, href: '/about' },
];
const TestPalette = (props: OpenPalette) => <Palette {...props} pages={PAGES} />;
const loadPalette = () => Promise.resolve(TestPalette);
export const answered = (...names: string[]): FakeResponse => ({
  results: names.map((name, index) => ({ id: index + 1, name })),
});
export const search = (text: string) => `GET /api/omnisearch/?val=${text}`;

export async function openSearch(
  answers: Record<string, FakeResponse | ((body: unknown) => FakeResponse)> = {},
  address = '/here',
  path = address,
) {
  const arrived = startFakeServer(answers);
  const held = holdResponses(answers);
  const Page = () => (
    <>
      <GlobalSearch loadPalette={loadPalette} />
      <input aria-label="Elsewhere" />
    </>
  );
  const { page, router } = await renderPage(path, Page, address);
  await waitFor(() => expect(page.querySelectorAll('input')).toHaveLength(2));
  const [box, elsewhere] = page.querySelectorAll('input');
  if (!box || !elsewhere) throw new Error('There is no search.');
  const options = () => [...page.querySelectorAll('[role="option"]')];
  return {
    page,
    box,
    elsewhere,
    held,
    arrived,
    options,
    texts: () => options().map((option) => option.textContent),
    selected: () => options().find((option) => option.getAttribute('aria-selected') === 'true')?.textContent,
    path: () => router.state.location.pathname,
    address: () => router.state.location.href,
    type(text: string) {
      box.focus();
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, text);
      box.dispatchEvent(new Event('input', { bubbles: true }));
    },
  };
}

/** Delays the responses to some calls until they are released; records the calls. */
function holdResponses(answers: object) {
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const asked: string[] = [];
  const answer = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const call = `${init?.method ?? 'GET'} ${input instanceof Request ? input.url : input.toString()}`;
    asked.push(call);
    await gates.get(call)?.promise;
    // Most tests are about tenants: by default, nothing else matches.
    if (call.startsWith('GET /api/palette?') && !(call in answers)) return Response.json({ actions: [], items: [] });
    return answer(input, init);
  };
  return {
    asked,
    hold: (call: string) => void gates.set(call, Promise.withResolvers<void>()),
    letGo: (call: string) => gates.get(call)?.resolve(),
  };
}

export const press = (on: Element, key: string, more: KeyboardEventInit = {}) =>
  on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
