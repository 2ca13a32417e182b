import { render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SidePanel } from './side-panel.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

const page = (open: boolean) => (
  <>
    <button type="button">Review</button>
    <input aria-label="Elsewhere" />
    <SidePanel open={open} title="Changes" onClose={() => undefined}>
      One change
    </SidePanel>
  </>
);

/** A page with a focused button whose panel has just opened and taken the focus. */
async function openPanel() {
  // Wide screen: the panel stands beside the page, which stays usable.
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }));
  const { rerender } = render(page(false));
  screen.getByRole('button').focus();
  rerender(page(true));
  const panel = screen.getByRole('dialog');
  await waitFor(() => expect(panel.contains(document.activeElement)).toBe(true));
  return {
    close() {
      rerender(page(false));
      expect(screen.queryByRole('dialog')).toBeNull();
    },
  };
}

describe('a panel that closes', () => {
  it('restores the focus', async () => {
    const { close } = await openPanel();
    close();
    expect(document.activeElement).toBe(screen.getByRole('button'));
  });

  it('leaves the focus where the user has moved it', async () => {
    const { close } = await openPanel();
    screen.getByLabelText('Elsewhere').focus();
    close();
    expect(document.activeElement).toBe(screen.getByLabelText('Elsewhere'));
  });
});
