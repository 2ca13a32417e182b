import { act, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toast } from './toast.ts';
import { Toaster } from './toaster.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  render(<Toaster />);
});
afterEach(() => {
  vi.useRealTimers();
});

/** Advances the time by half seconds; each one's rendering is visible in the next. */
async function pass(halves: number): Promise<void> {
  for (let at = 0; at < halves; at += 1) await act(() => vi.advanceTimersByTimeAsync(500));
}
const texts = () => [...document.querySelectorAll('[data-toast]')].map((card) => card.textContent);
const openUser = () => userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTimeAsync(ms) });

it('keeps each toast for 8 seconds, and a hovered one for as long as it is hovered', async () => {
  act(() => toast.success('one'));
  await pass(8);
  act(() => toast.success('two'));
  await pass(2);
  expect(texts()).toEqual(['two', 'one']);
  const user = openUser();
  await user.hover(screen.getByText('two'));
  await pass(8);
  expect(texts()).toEqual(['two']);
  await pass(120);
  expect(texts()).toEqual(['two']);
  await user.unhover(screen.getByText('two'));
  await pass(18);
  expect(texts()).toEqual([]);
});

it('keeps a toast while the focus is inside', async () => {
  act(() => toast.success('deleted', { action: { label: 'Undo', onClick: () => undefined } }));
  await pass(2);
  act(() => screen.getByRole('button', { name: 'Undo' }).focus());
  await pass(60);
  expect(texts()).toHaveLength(1);
  act(() => screen.getByRole('button', { name: 'Undo' }).blur());
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
  await openUser().hover(screen.getByText('three'));
  fireEvent.click(screen.getAllByRole('button')[0] ?? document.body);
  await pass(3);
  expect(texts()).toEqual(['two', 'one']);
  await pass(18);
  expect(texts()).toEqual([]);
});
