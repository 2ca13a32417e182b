import { screen, waitFor } from '@testing-library/react';
import { Suspense, type ComponentType } from 'react';
import { expect, it, vi } from 'vitest';
import { lazyPersistent } from '../ui/lazy-persistent.ts';
import { lazyPart } from './lazy-part.ts';
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

it('retries an invisible part until it loads', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const load = vi.fn<() => Promise<ComponentType>>();
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  load.mockResolvedValueOnce(() => <i>here</i>);
  const Part = lazyPersistent(load);
  const Page = () => (
    <Suspense>
      <Part />
    </Suspense>
  );
  try {
    const { page } = renderUi(<Page />);
    await waitFor(() => expect(load).toHaveBeenCalledOnce());
    await vi.advanceTimersByTimeAsync(2_000);
    await waitFor(() => expect(page.textContent).toBe('here'));
    expect(load).toHaveBeenCalledTimes(2);
  } finally {
    vi.useRealTimers();
  }
});
