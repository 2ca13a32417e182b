import { createRoot } from 'react-dom/client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SidePanel } from './side-panel.tsx';

let end: () => void = () => undefined;
afterEach(() => {
  end();
  vi.unstubAllGlobals();
});

/** A page with a focused button whose panel has just opened and taken the focus. */
async function openPanel() {
  // Wide screen: the panel stands beside the page, which stays usable.
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }));
  const place = document.body.appendChild(document.createElement('div'));
  const drawn = createRoot(place);
  end = () => {
    drawn.unmount();
    place.remove();
  };
  const draw = (open: boolean, then = '') =>
    drawn.render(
      <>
        <button type="button">Review</button>
        <input aria-label="Elsewhere" />
        <p>{then}</p>
        <SidePanel open={open} title="Changes" onClose={() => undefined}>
          One change
        </SidePanel>
      </>,
    );
  draw(false);
  await vi.waitFor(() => expect(place.querySelector('button')).not.toBeNull());
  place.querySelector('button')?.focus();
  draw(true);
  const panel = () => place.querySelector('[role=dialog]');
  await vi.waitFor(() => expect(panel()?.contains(document.activeElement)).toBe(true));
  return {
    place,
    async close() {
      draw(false);
      await vi.waitFor(() => expect(panel()).toBeNull());
      // Effects of closing have run once the next render is visible.
      draw(false, 'closed');
      await vi.waitFor(() => expect(place.textContent).toContain('closed'));
    },
  };
}

describe('a panel that closes', () => {
  it('restores the focus', async () => {
    const { place, close } = await openPanel();
    await close();
    expect(document.activeElement).toBe(place.querySelector('button'));
  });

  it('leaves the focus where the user has moved it', async () => {
    const { place, close } = await openPanel();
    place.querySelector('input')?.focus();
    await close();
    expect(document.activeElement).toBe(place.querySelector('input'));
  });
});
