import type { Page } from '@playwright/test';

/** Parts that change by themselves: clocks, and the marks of attention, which are fetched when the typing pauses. */
const APART = 'time, [role="img"][aria-label^="Needs attention"]';

/** Longer than the pause after which the address follows a search: its update must not delay the next key. */
const SETTLED_MS = 400;

/**
 * Time from each event to the last paint it caused, in ms; 0 when nothing changed. Ignores clocks and marks of attention.
 * @param settledMs how long to wait for paints
 * @param place element to observe; not the whole page, because the URL and some attributes update after a pause
 */
export async function toPaint(
  page: Page,
  place: string,
  kind: 'keydown' | 'click',
  act: () => Promise<void>,
  settledMs = SETTLED_MS,
): Promise<number> {
  await page.evaluate(
    ([type, selector, apart]) => {
      const noted = { begun: 0, painted: 0 };
      Object.assign(globalThis, { noted });
      addEventListener(type, (event) => (noted.begun = event.timeStamp), { capture: true, once: true });
      const isApart = (node: Node) => Boolean((node instanceof Element ? node : node.parentElement)?.closest(apart));
      const isLater = ({ target, addedNodes, removedNodes }: MutationRecord) => {
        const changed = [...addedNodes, ...removedNodes];
        return isApart(target) || (changed.length > 0 && changed.every(isApart));
      };
      const observer = new MutationObserver((changes) => {
        if (changes.every(isLater)) return;
        requestAnimationFrame(() => setTimeout(() => (noted.painted = performance.now())));
      });
      const root = document.querySelector(selector)?.parentElement ?? document.body;
      observer.observe(root, { childList: true, subtree: true, characterData: true });
      Object.assign(globalThis, { stopNoting: () => observer.disconnect() });
    },
    [kind, place, APART] as const,
  );
  await act();
  await page.waitForTimeout(settledMs);
  return page.evaluate(() => {
    const { noted, stopNoting } = globalThis as unknown as {
      noted: { begun: number; painted: number };
      stopNoting: () => void;
    };
    stopNoting();
    return Math.max(0, noted.painted - noted.begun);
  });
}
