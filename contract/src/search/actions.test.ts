import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CONFIG_KINDS } from '../config/kinds.ts';
import { LOG_LEVELS } from '../control/schema.ts';
import { SERVICES } from '../catalogue.ts';
import { namesTenant, readActions, type WantedAction } from './actions.ts';
import { foldName } from './rules.ts';

/** The reading chosen by a console with this one tenant. */
const first = (text: string, tenant = '') =>
  readActions(text).find((one) => one.tenant === '' || namesTenant(one.tenant, tenant));
const switched = (name: 'active' | 'cron' | 'maintenance', on: boolean, more = {}): WantedAction => ({
  kind: 'switch',
  name,
  service: null,
  on,
  minutes: null,
  ...more,
});

describe('an action in words', () => {
  it.each<[string, string, WantedAction]>([
    ['commit coursepro brimham', 'brimham', { kind: 'commit', config: 'coursepro' }],
    ['commit brimham licence', 'brimham', { kind: 'commit', config: 'licence' }],
    ['Brimham Active commit', 'brimham active', { kind: 'commit', config: null }],
    ['log level debug 15 min brimham', 'brimham', { kind: 'log-level', level: 'DEBUG', minutes: 15 }],
    ['brimham log warn', 'brimham', { kind: 'log-level', level: 'WARNING', minutes: null }],
    ['maintenance on 2 h brimham', 'brimham', switched('maintenance', true, { minutes: 120 })],
    ['turn maintenance of brimham on for 2h', 'brimham', switched('maintenance', true, { minutes: 120 })],
    ['brimham maintenance 1 day', 'brimham', switched('maintenance', true, { minutes: 1440 })],
    ['maintenance off', '', switched('maintenance', false)],
    [
      'cron off strive upper baths 90 minutes',
      'upper baths',
      switched('cron', false, { service: 'strive', minutes: 90 }),
    ],
    ['cron 2 h brimham', 'brimham', switched('cron', false, { minutes: 120 })],
    ['active off brimham active', 'brimham active', switched('active', false)],
    ['deactivate brimham', 'brimham', switched('active', false)],
  ])('%s', (text, tenant, action) => {
    expect(first(text, tenant)).toEqual({ tenant, action });
  });

  it('reads the name of a service first as a tenant, then as the service', () => {
    expect(readActions('cron off strive').map(({ tenant }) => tenant)).toEqual(['strive', '']);
    expect(first('commit homeportal2 brimham', 'brimham')?.action).toEqual({ kind: 'commit', config: 'homeportal2' });
  });

  it.each([
    'brimham',
    'on off brimham',
    'maintenance',
    'maintenance on off',
    'cron on 2 h',
    'active on 1 d',
    'maintenance off 5 min',
    'maintenance on 0 min',
    'maintenance on 32 d',
    'maintenance on 99999999999 h',
    'log level',
    'commit on',
    'maintenance on coachportal',
  ])('%j alone is not an action of the open tenant', (text) => {
    expect(readActions(text).filter(({ tenant }) => tenant === '')).toEqual([]);
  });
});

/** Words outside of the grammar. */
const name = fc
  .array(fc.constantFrom('brimham', 'upper', 'baths', 'clyde', 'o’neill', 'straße', 'プール'), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => parts.join(' '));
/** Names that contain words of the grammar. */
const hardName = fc
  .array(fc.constantFrom('active', 'cron', 'strive', 'on', 'the', 'of', '2', 'h', 'log', 'swim'), {
    minLength: 1,
    maxLength: 5,
  })
  .map((parts) => parts.join(' '));

const duration = fc
  .tuple(
    fc.integer({ min: 1, max: 31 }),
    fc.constantFrom<[string, number]>(['min', 1], ['h', 60], ['d', 1440], ['hours', 60]),
    fc.constantFrom('', ' '),
  )
  .map(([count, [unit, minutes], space]) => ({ said: `${count}${space}${unit}`, minutes: count * minutes }));
/** An action with its phrases, in any order. */
const action: fc.Arbitrary<{ phrases: string[]; action: WantedAction }> = fc.oneof(
  fc.constantFrom(null, ...CONFIG_KINDS).map((kind) => ({
    phrases: ['commit', ...(kind ? [kind.label] : [])],
    action: { kind: 'commit' as const, config: kind?.slug ?? null },
  })),
  fc.tuple(fc.constantFrom(...LOG_LEVELS), fc.option(duration)).map(([level, time]) => ({
    phrases: ['log level', level.toLowerCase(), ...(time ? [time.said] : [])],
    action: { kind: 'log-level' as const, level, minutes: time?.minutes ?? null },
  })),
  fc
    .record({
      switched: fc.constantFrom('cron' as const, 'maintenance' as const, 'active' as const),
      service: fc.option(fc.constantFrom(...SERVICES.filter(({ hasSwitches }) => hasSwitches))),
      on: fc.boolean(),
      time: fc.option(duration),
    })
    .map(({ switched: verb, service, on, time }) => {
      const own = verb === 'active' ? null : service;
      const end = on === (verb === 'maintenance') ? time : null;
      return {
        phrases: [verb, on ? 'on' : 'off', ...(own ? [own.displayName] : []), ...(end ? [end.said] : [])],
        action: switched(verb, on, { service: own?.slug ?? null, minutes: end?.minutes ?? null }),
      };
    }),
);

const ordered = <T>(all: readonly T[]) =>
  fc.shuffledSubarray([...all], { minLength: all.length, maxLength: all.length });

describe('any text', () => {
  it('parses every action around every name, with its phrases in any order', () => {
    fc.assert(
      fc.property(
        action.chain((one) => fc.tuple(fc.constant(one), name, ordered(one.phrases), fc.nat(one.phrases.length))),
        ([one, tenant, phrases, at]) => {
          const text = [...phrases.slice(0, at), tenant, ...phrases.slice(at)].join(' ');
          const key = foldName(tenant);
          expect(first(text, key)).toEqual({ action: one.action, tenant: key });
          expect(readActions(text).filter((reading) => reading.tenant === key)).toHaveLength(1);
        },
      ),
    );
  });

  it('includes the full name among its readings, whatever its words', () => {
    fc.assert(
      fc.property(action, hardName, fc.boolean(), (one, tenant, before) => {
        const text = (before ? [tenant, ...one.phrases] : [...one.phrases, tenant]).join(' ');
        expect(readActions(text)).toContainEqual({ action: one.action, tenant });
      }),
    );
  });

  it('never throws, and orders readings by longest name, one for each position of the name', () => {
    const token = fc.constantFrom(
      'commit',
      'on',
      'off',
      'cron',
      'active',
      'log',
      'level',
      'debug',
      '2',
      'h',
      '5min',
      'of',
      'strive',
      'x',
      '‮',
      '\0',
      '(.*)+$',
      '__proto__',
    );
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 500 }),
      fc.array(token, { maxLength: 40 }).map((all) => all.join(' ')),
    );
    let reached = 0;
    fc.assert(
      fc.property(text, (typed) => {
        const readings = readActions(typed);
        const lengths = readings.map(({ tenant }) => tenant.split(' ').filter(Boolean).length);
        expect(lengths).toEqual(lengths.toSorted((a, b) => b - a));
        expect(readings).toEqual(readActions(typed));
        if (readings.length > 1) reached += 1;
      }),
      { numRuns: 1000 },
    );
    expect(reached).toBeGreaterThan(0);
  });

  it.each(['commit '.repeat(2000), 'a'.repeat(10_000), 'cron off '.repeat(30), '﷽'.repeat(400)])(
    'a text that is too long is not an action',
    (text) => {
      expect(readActions(text)).toEqual([]);
    },
  );
});
