import { describe, expect, it } from 'vitest';
import { onlineWord, shownState, type MonitorFacts } from './rules.ts';

const facts = (part: Partial<MonitorFacts>): MonitorFacts => ({
  active: 1,
  status: 1,
  warning_count: 0,
  last_online: '2026-11-21T09:00:00.000Z',
  last_offline: '2026-10-11T08:00:00.000Z',
  last_check: '2026-11-21T09:00:20.000Z',
  ...part,
});

describe('a monitor', () => {
  it.each([[{}], [{ status: 0 }], [{ warning_count: 2 }], [{ status: 0, warning_count: 1 }]])(
    'that is inactive is grey and UP since it was last offline, regardless of %j [MON-07]',
    (part) => {
      expect(shownState(facts({ ...part, active: 0 }))).toEqual({
        state: 'inactive',
        word: 'UP',
        colour: 'grey',
        since: '2026-10-11T08:00:00.000Z',
      });
    },
  );

  it('that is inactive and never was online is off, not UP', () => {
    for (const last_offline of [null, '2026-11-21T09:00:00.000Z'])
      expect(shownState(facts({ active: 0, last_online: null, last_offline }))).toEqual({
        state: 'inactive',
        word: 'OFF',
        colour: 'grey',
        since: null,
      });
  });

  it('with status 1 and no warnings is green and UP [MON-08]', () => {
    expect(shownState(facts({}))).toMatchObject({ word: 'UP', colour: 'green', since: '2026-10-11T08:00:00.000Z' });
  });

  it('with status 1 and warnings is yellow and WARNING since its last check [MON-09]', () => {
    expect(shownState(facts({ warning_count: 1 }))).toMatchObject({
      word: 'WARNING',
      colour: 'yellow',
      since: '2026-11-21T09:00:20.000Z',
    });
  });

  it.each([0, 3])('with status 0 is red and DOWN since it was last online, with %i warnings [MON-10]', (warnings) => {
    expect(shownState(facts({ status: 0, warning_count: warnings }))).toMatchObject({
      word: 'DOWN',
      colour: 'red',
      since: '2026-11-21T09:00:00.000Z',
    });
  });

  it('without a check is waiting', () => {
    expect(shownState(facts({ last_online: null, last_offline: null })).word).toBe('WAITING');
  });

  it('is ONLINE with status 1, else OFFLINE [MON-11]', () => {
    expect([onlineWord(1), onlineWord(0)]).toEqual(['ONLINE', 'OFFLINE']);
  });
});
