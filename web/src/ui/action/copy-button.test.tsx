import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { CopyButton } from './copy-button.tsx';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A button within a row that opens on a click; `refuses` is a browser that does not allow copying. */
function draw(props: Partial<Parameters<typeof CopyButton>[0]>, refuses = false) {
  const user = userEvent.setup();
  const opened = vi.fn();
  render(
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- a row of a table
    <div onClick={opened}>
      <CopyButton text="eu-web-1" label="Copy host" {...props} />
    </div>,
  );
  if (refuses) vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
  return { user, opened };
}

it('copies by keyboard alone, and confirms it to everybody', async () => {
  const { user, opened } = draw({});
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Copy host' }));
  await user.keyboard('{Enter}');
  expect(await navigator.clipboard.readText()).toBe('eu-web-1');
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeDefined();
  expect(screen.getByRole('tooltip').textContent).toBe('Copied');
  expect(document.querySelector('[aria-live=polite]')?.textContent).toBe('Copied');
  expect(opened).not.toHaveBeenCalled();
});

it('shows the text that it copies, and does not move it', async () => {
  const { user } = draw({ shown: 'eu-web-1', bare: true });
  const button = screen.getByRole('button', { name: 'Copy host: eu-web-1' });
  await user.click(button);
  expect(await screen.findByRole('button', { name: 'Copied: eu-web-1' })).toBe(button);
  expect(button.textContent).toBe('eu-web-1');
});

it('says that the browser refused', async () => {
  const { user } = draw({ small: true }, true);
  await user.click(screen.getByRole('button', { name: 'Copy host' }));
  expect(await screen.findByRole('button', { name: 'The browser did not allow copying' })).toBeDefined();
});

it('is ready again after a moment', async () => {
  draw({});
  vi.useFakeTimers();
  await act(async () => screen.getByRole('button').click());
  expect(screen.getByRole('button', { name: 'Copied' })).toBeDefined();
  await act(() => vi.advanceTimersByTimeAsync(1500));
  expect(screen.getByRole('button', { name: 'Copy host' })).toBeDefined();
  expect(screen.queryByRole('tooltip')).toBeNull();
});
