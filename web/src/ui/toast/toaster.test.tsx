import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toast } from './toast.ts';
import { Toaster } from './toaster.tsx';

let end: () => void = () => undefined;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  act(() => root.render(<Toaster />));
  end = () => {
    act(() => root.unmount());
    place.remove();
  };
});
afterEach(() => {
  end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Advances the time by half seconds; each one's rendering is visible in the next. */
async function pass(halves: number): Promise<void> {
  for (let at = 0; at < halves; at += 1) await act(() => vi.advanceTimersByTimeAsync(500));
}
const texts = () => [...document.querySelectorAll('[data-toast]')].map((card) => card.textContent);
const tell = (text: string, ...events: Event[]) =>
  act(async () => {
    const card = [...document.querySelectorAll('[data-toast]')].find((one) => one.textContent === text);
    for (const event of events) card?.dispatchEvent(event);
  });
const heard = { bubbles: true };
/** Moves the pointer onto a toast. */
const point = (text: string) =>
  tell(
    text,
    new PointerEvent('pointerover', heard),
    new MouseEvent('mouseover', heard),
    new MouseEvent('mousemove', heard),
  );
const leave = (text: string) =>
  tell(
    text,
    new PointerEvent('pointerout', { ...heard, relatedTarget: document.body }),
    new MouseEvent('mouseout', { ...heard, relatedTarget: document.body }),
  );

it('keeps each toast for 8 seconds, and a hovered one for as long as it is hovered', async () => {
  act(() => toast.success('one'));
  await pass(8);
  act(() => toast.success('two'));
  await pass(2);
  expect(texts()).toEqual(['two', 'one']);
  await point('two');
  await pass(8);
  expect(texts()).toEqual(['two']);
  await pass(120);
  expect(texts()).toEqual(['two']);
  await leave('two');
  await pass(18);
  expect(texts()).toEqual([]);
});

it('closes a toast of 3 seconds after 3', async () => {
  act(() => toast.error('short', { stayMs: 3000 }));
  act(() => toast.success('usual'));
  await pass(5);
  expect(texts()).toEqual(['usual', 'short']);
  await pass(4);
  expect(texts()).toEqual(['usual']);
  await pass(20);
});

it('resumes the others when the hovered toast is removed, which fires no event', async () => {
  for (const text of ['one', 'two', 'three']) act(() => toast.success(text));
  await pass(1);
  await point('three');
  await act(async () => document.querySelector<HTMLElement>('[data-toast] button')?.click());
  await pass(3);
  expect(texts()).toEqual(['two', 'one']);
  await pass(18);
  expect(texts()).toEqual([]);
});
