import { render, waitFor } from '@testing-library/react';
import { Suspense, type ComponentType } from 'react';
import { expect, it, vi } from 'vitest';
import { lazyPersistent } from './lazy-persistent.ts';

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
    const { container: page } = render(<Page />);
    await waitFor(() => expect(load).toHaveBeenCalledOnce());
    await vi.advanceTimersByTimeAsync(2_000);
    await waitFor(() => expect(page.textContent).toBe('here'));
    expect(load).toHaveBeenCalledTimes(2);
  } finally {
    vi.useRealTimers();
  }
});
