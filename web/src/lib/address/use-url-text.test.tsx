import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useUrlText } from './use-url-text.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A field whose address a test changes. */
function open(inUrl: string) {
  const write = vi.fn<(text: string) => void>();
  const { result, rerender } = renderHook((url: string) => useUrlText(url, write), { initialProps: inUrl });
  const pause = () => act(() => void vi.advanceTimersByTime(250));
  return {
    write,
    address: rerender,
    type: (text: string) => act(() => result.current[1](text)),
    text: () => result.current[0],
    pause,
  };
}

it('shows what is typed at once, and writes it trimmed to the address after a pause', () => {
  const { write, address, type, text, pause } = open('');
  type('oa');
  type('oak ');
  expect(text()).toBe('oak ');
  expect(write).not.toHaveBeenCalled();
  pause();
  expect(write.mock.calls).toEqual([['oak']]);
  address('oak');
  expect(text()).toBe('oak ');
});

it('keeps what was typed since when its own earlier text arrives in the address', () => {
  const { address, type, text, pause } = open('');
  type('o');
  pause();
  type('oa');
  address('o');
  expect(text()).toBe('oa');
});

it('follows the address when others change it, also back to a text that was typed before', () => {
  const { address, type, text, pause } = open('');
  type('oak');
  pause();
  address('oak');
  address('elm');
  expect(text()).toBe('elm');
  address('oak');
  expect(text()).toBe('oak');
});

it('does not write what was typed just before others changed the address', () => {
  const { write, address, type, text, pause } = open('');
  type('oak');
  address('elm');
  pause();
  expect(write).not.toHaveBeenCalled();
  expect(text()).toBe('elm');
});

it('does not write when another page is being opened', () => {
  const { write, type, pause } = open('');
  const before = window.location.href;
  type('oak');
  window.history.pushState(null, '', '/elsewhere');
  pause();
  window.history.pushState(null, '', before);
  expect(write).not.toHaveBeenCalled();
});
