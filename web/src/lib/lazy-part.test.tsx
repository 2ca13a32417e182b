import { screen, waitFor } from '@testing-library/react';
import { Suspense, type ComponentType } from 'react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { lazyPage, lazyPart, NOT_LOADED } from './lazy-part.ts';
import { collectToasts } from './testing/toasts.ts';
import { renderUi } from './testing/render-page.tsx';

const toasts = collectToasts();

it('keeps the page when the chunk cannot be loaded, shows a message and closes itself', async () => {
  const onClose = vi.fn<() => void>();
  const Part = lazyPart((): Promise<ComponentType<{ onClose: () => void }>> =>
    Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
  );
  const Page = () => (
    <>
      <input aria-label="Note" defaultValue="typed" />
      <Suspense>
        <Part onClose={onClose} />
      </Suspense>
    </>
  );
  renderUi(<Page />);
  await waitFor(() => expect(toasts.map(({ text }) => text)).toEqual(['This part of the page could not be loaded']));
  expect(onClose).toHaveBeenCalledOnce();
  expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('typed');
});

it.each([
  ['is unreachable', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['is being restarted behind a proxy', () => Promise.resolve(new Response(null, { status: 502 }))],
])('reports a page that cannot be loaded, instead of reloading, while the console %s', async (_when, answer) => {
  vi.stubGlobal('fetch', answer);
  onTestFinished(() => void vi.unstubAllGlobals());
  sessionStorage.clear();
  const Page = lazyPage(
    (): Promise<{ Page: (props: object) => null }> =>
      Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/page.js')),
    'Page',
  );
  await Page.preload?.();
  expect(() => void Page({})).toThrow(NOT_LOADED);
});
