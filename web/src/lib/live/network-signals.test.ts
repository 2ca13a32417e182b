import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSuspendAwareClock, pauseBeforeRetry, watchNetwork } from './network-signals.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const look = (page: 'visible' | 'hidden') =>
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(page) && undefined;

it('counts the time asleep, and stays monotonic when the wall clock is set back', () => {
  const time = { wall: 1_000, steady: 0 };
  const now = createSuspendAwareClock(
    () => time.wall,
    () => time.steady,
  );
  Object.assign(time, { wall: 61_000, steady: 1_000 });
  expect(now()).toBe(60_000);
  Object.assign(time, { wall: 0, steady: 3_000 });
  expect(now()).toBe(62_000);
});

it("checks each second and when the page becomes visible, and reports the browser's network state", () => {
  const signals: string[] = [];
  const stop = watchNetwork({
    onCheck: () => signals.push('look'),
    onOffline: () => signals.push('lost'),
    onOnline: () => signals.push('back'),
  });
  vi.advanceTimersByTime(2_000);
  document.dispatchEvent(new Event('visibilitychange'));
  window.dispatchEvent(new Event('offline'));
  window.dispatchEvent(new Event('online'));
  expect(signals).toEqual(['look', 'look', 'look', 'lost', 'back']);
  stop();
  vi.advanceTimersByTime(2_000);
  window.dispatchEvent(new Event('online'));
  expect(signals).toHaveLength(5);
});

describe('the pause before a retry', () => {
  const paused = (signal = new AbortController().signal) => {
    const over = vi.fn<() => void>();
    void pauseBeforeRetry(10, signal).then(over);
    return over;
  };

  it('ends after at most 2 s in a visible page', async () => {
    look('visible');
    const over = paused();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(over).toHaveBeenCalled();
  });

  it('ends when a hidden page becomes visible', async () => {
    look('hidden');
    const over = paused();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(over).not.toHaveBeenCalled();
    look('visible');
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(0);
    expect(over).toHaveBeenCalled();
  });

  it('ends when the network is back, or with its signal', async () => {
    look('hidden');
    const end = new AbortController();
    const [one, other] = [paused(), paused(end.signal)];
    end.abort();
    await vi.advanceTimersByTimeAsync(0);
    expect([one, other].map((over) => over.mock.calls.length)).toEqual([0, 1]);
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(one).toHaveBeenCalled();
  });
});
