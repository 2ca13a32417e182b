import { countdownParts } from '@mission-control/contract/control/rules';
import type { TenantLogLevel } from '@mission-control/contract/control/schema';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { logLevelNow, minutesText, returnAfter, serverClock } from './log-level-state.ts';

const ASKED = Date.parse('2026-11-21T09:30:00.000Z');
const HOUR = 3_600_000;
const pending: TenantLogLevel = {
  current_level: 'DEBUG',
  new_level: 'INFO',
  changes: '2026-11-21T09:42:00.000Z',
  set_at: '2026-11-21T09:27:00.000Z',
  set_by: 'Tom Okafor',
  server_time: '2026-11-21T09:30:00.000Z',
};

describe('the time of the server', () => {
  it.each([0, HOUR, -HOUR])('continues from its response though the browser is wrong by %s ms', (wrong) => {
    const reading = { server: ASKED, browser: ASKED + wrong };
    expect(serverClock(reading, ASKED + wrong + 18_000)).toEqual(new Date(ASKED + 18_000));
  });

  it('does not go back when the browser counts whole seconds', () => {
    expect(serverClock({ server: ASKED, browser: ASKED + 700 }, ASKED)).toEqual(new Date(ASKED));
  });
});

describe('the log level', () => {
  it('is temporary until its time, with the restored level and the time left [LOG-08, LOG-09]', () => {
    const { level, temporary } = logLevelNow(pending, new Date(ASKED + 18_000));
    expect(level).toBe('DEBUG');
    expect(temporary).toMatchObject({ restores: 'INFO', setBy: 'Tom Okafor', restMs: 702_000 });
    expect(temporary?.share).toBeCloseTo(0.78);
    expect(countdownParts(temporary?.restMs ?? 0)).toEqual({ hours: 0, minutes: 11, seconds: 42 });
  });

  it('is the previous one from zero on, with nothing pending [LOG-10]', () => {
    expect(logLevelNow(pending, new Date('2026-11-21T09:41:59.999Z')).level).toBe('DEBUG');
    for (const now of ['2026-11-21T09:42:00.000Z', '2026-11-21T11:00:00.000Z'])
      expect(logLevelNow(pending, new Date(now))).toEqual({ level: 'INFO', temporary: null, over: true });
  });

  it('is plain without a change', () => {
    const plain = { ...pending, new_level: null, changes: null, set_at: null, set_by: null };
    expect(logLevelNow(plain, new Date(ASKED))).toEqual({ level: 'DEBUG', temporary: null, over: false });
  });
});

describe('the time to return at', () => {
  afterEach(() => void vi.unstubAllEnvs());

  it('is UTC also in a browser at UTC+2 [LOG-02]', () => {
    vi.stubEnv('TZ', 'Europe/Helsinki');
    expect(new Date(ASKED).getHours()).toBe(11);
    expect(returnAfter(new Date(ASKED), 15)).toBe('2026-11-21 09:45:00');
    expect(returnAfter(new Date('2026-12-31T23:59:59Z'), 180)).toBe('2027-01-01 02:59:59');
  });
});

it('shows minutes and whole hours', () => {
  expect([1, 30, 60, 180].map(minutesText)).toEqual(['1 min', '30 min', '1 h', '3 h']);
});
