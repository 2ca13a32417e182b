import { createRoot } from 'react-dom/client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SidePanel } from './side-panel.tsx';

let end: () => void = () => undefined;
afterEach(() => {
  end();
  vi.unstubAllGlobals();
});

/** A page with a button that has the focus, whose panel has just opened and has taken it. */
async function openPanel() {
  // Beside the page, where the person may go on.
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
      // What follows the closing has happened when the next drawing is there.
      draw(false, 'closed');
      await vi.waitFor(() => expect(place.textContent).toContain('closed'));
    },
  };
}

describe('a panel that closes', () => {
  it('gives the focus back to what had it', async () => {
    const { place, close } = await openPanel();
    await close();
    expect(document.activeElement).toBe(place.querySelector('button'));
  });

  it('leaves it to whoever has gone on elsewhere', async () => {
    const { place, close } = await openPanel();
    place.querySelector('input')?.focus();
    await close();
    expect(document.activeElement).toBe(place.querySelector('input'));
  });
});
