import type { Page } from '@playwright/test';
import { median, quantile, reportAtMost } from './figures.ts';

/** Parts that change by themselves: clocks, and the marks of attention, which are fetched when the typing pauses. */
const APART = 'time, [role="img"][aria-label^="Needs attention"]';

/** Longer than the pause after which the address follows a search: its update must not delay the next key. */
const SETTLED_MS = 400;

/** Times from an event to the first change of the content and to the last paint it caused, in ms; 0 when nothing changed. */
export interface Painted {
  changed: number;
  painted: number;
}

/**
 * Measures an event in the page, ignoring clocks and marks of attention.
 * @param place element in the observed one; not the whole page, because the URL and some attributes update after a pause
 * @param settledMs how long to wait for paints
 */
export async function measurePaint(
  page: Page,
  place: string,
  kind: 'keydown' | 'click',
  act: () => Promise<void>,
  settledMs = SETTLED_MS,
): Promise<Painted> {
  await page.evaluate(
    ([type, selector, apart]) => {
      const noted = { begun: 0, changed: 0, painted: 0 };
      Object.assign(globalThis, { noted });
      addEventListener(type, (event) => (noted.begun = event.timeStamp), { capture: true, once: true });
      const isApart = (node: Node) => Boolean((node instanceof Element ? node : node.parentElement)?.closest(apart));
      const isLater = ({ target, addedNodes, removedNodes }: MutationRecord) => {
        const changed = [...addedNodes, ...removedNodes];
        return isApart(target) || (changed.length > 0 && changed.every(isApart));
      };
      const observer = new MutationObserver((changes) => {
        if (changes.every(isLater)) return;
        noted.changed ||= performance.now();
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
      noted: { begun: number; changed: number; painted: number };
      stopNoting: () => void;
    };
    stopNoting();
    return {
      changed: Math.max(0, noted.changed - noted.begun),
      painted: Math.max(0, noted.painted - noted.begun),
    };
  });
}

/** Time from an event to the last paint it caused, in ms; 0 when nothing changed. See `measurePaint`. */
export const toPaint = async (...event: Parameters<typeof measurePaint>): Promise<number> =>
  (await measurePaint(...event)).painted;

/** The times of the events that changed the page. @throws when fewer than this share of them did */
export function changedOnly(times: readonly number[], minShare = 0.25): number[] {
  const changed = times.filter((time) => time > 0);
  if (changed.length < times.length * minShare)
    throw new Error(`Only ${changed.length} of ${times.length} events changed anything.`);
  return changed;
}

/** Prints median and p99 of the events that changed the page; those with a limit (in ms) are judged. @throws as `changedOnly` */
export function reportPaints(
  what: string,
  all: readonly number[],
  limits: { median?: number; p99?: number },
  minShare?: number,
): void {
  const times = changedOnly(all, minShare);
  for (const [name, value, limit] of [
    ['median', median(times), limits.median],
    [`p99 of ${times.length}`, quantile(times, 0.99), limits.p99],
  ] as const)
    if (limit === undefined) console.log(`${what}, ${name}: ${value.toFixed(0)} ms`);
    else reportAtMost(`${what}, ${name}`, value, limit, 'ms');
}

/** Init script: records when the first element with this selector is painted, relative to the start of the navigation. */
export const NOTE_FIRST = (selector: string): void => {
  const observer = new MutationObserver(() => {
    if (!document.querySelector(selector)) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => Object.assign(globalThis, { firstPaint: performance.now() })));
  });
  observer.observe(document, { childList: true, subtree: true });
};

/** Opens a page with the init script `NOTE_FIRST`; returns the recorded time, in ms. */
export async function timeToFirst(page: Page, url: string): Promise<number> {
  await page.goto(url);
  const found = await page.waitForFunction(() => (globalThis as { firstPaint?: number }).firstPaint);
  return (await found.jsonValue()) ?? 0;
}
