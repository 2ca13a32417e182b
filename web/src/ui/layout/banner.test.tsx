import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { RelativeTime } from '../display/relative-time.tsx';
import { Banner } from './banner.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** What a screen reader announces again after a change: the live region without the parts that are not live. */
function announced(): string {
  const region = screen.getByRole('status');
  expect(region.getAttribute('aria-atomic')).toBe('false');
  const copy = region.cloneNode(true) as HTMLElement;
  for (const silent of copy.querySelectorAll('[aria-live="off"]')) silent.remove();
  return copy.textContent;
}

it('is announced when it appears or changes, but not every second because of its times', () => {
  const banner = (owner: string) => (
    <Banner live meaning="notice" title="The app is locked.">
      {owner} started <RelativeTime at={now - 10_000} />
    </Banner>
  );
  const now = vi.getMockedSystemTime()?.getTime() ?? 0;
  const { rerender, container } = render(banner('anna'));
  const [text, before] = [container.textContent, announced()];
  act(() => void vi.advanceTimersByTime(3_000));
  expect(container.textContent).not.toBe(text);
  expect(announced()).toBe(before);
  rerender(banner('priya'));
  expect(announced()).not.toBe(before);
});
