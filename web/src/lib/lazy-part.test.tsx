import { screen, waitFor } from '@testing-library/react';
import { Suspense, type ComponentType } from 'react';
import { expect, it, vi } from 'vitest';
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
