import type { Page } from '@playwright/test';

/**
 * Time from each event of the kind to the last paint that it caused, in ms; 0 when it changed nothing. What a clock on the page
 * changes (`<time>`) is not of its making.
 * @param place where what changes is; not the whole page, since the address follows the typing after a pause, and with it some attributes
 */
export async function toPaint(
  page: Page,
  place: string,
  kind: 'keydown' | 'click',
  act: () => Promise<void>,
): Promise<number> {
  await page.evaluate(
    ([type, selector]) => {
      const noted = { begun: 0, painted: 0 };
      Object.assign(globalThis, { noted });
      addEventListener(type, (event) => (noted.begun = event.timeStamp), { capture: true, once: true });
      const ofClock = ({ target }: MutationRecord) =>
        (target instanceof Element ? target : target.parentElement)?.closest('time') !== null;
      const observer = new MutationObserver((changes) => {
        if (changes.every(ofClock)) return;
        requestAnimationFrame(() => setTimeout(() => (noted.painted = performance.now())));
      });
      const root = document.querySelector(selector)?.parentElement ?? document.body;
      observer.observe(root, { childList: true, subtree: true, characterData: true });
      Object.assign(globalThis, { stopNoting: () => observer.disconnect() });
    },
    [kind, place] as const,
  );
  await act();
  await page.waitForTimeout(250);
  return page.evaluate(() => {
    const { noted, stopNoting } = globalThis as unknown as {
      noted: { begun: number; painted: number };
      stopNoting: () => void;
    };
    stopNoting();
    return Math.max(0, noted.painted - noted.begun);
  });
}
