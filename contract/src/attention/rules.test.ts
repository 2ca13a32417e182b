import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attentionOf, firstLate, type AttentionFacts } from './rules.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const at = (ms: number): string => new Date(ms).toISOString();

const facts = (part: Partial<AttentionFacts> = {}): AttentionFacts => ({
  id: 12,
  active: true,
  hasCoursepro: true,
  runsCron: true,
  licence: null,
  sites: [],
  reports: [],
  systemReport: null,
  drifts: [],
  changes: [],
  unconfirmed: [],
  ...part,
});
const site = (part: Partial<AttentionFacts['sites'][number]>) => ({
  id: 7,
  host: 'a.example.com',
  down: false,
  since: null,
  windowEnds: null,
  certificateEnds: null,
  ...part,
});
const report = (part: Partial<AttentionFacts['reports'][number]>) => ({
  environment: 'wrk-1',
  created: at(NOW),
  failed: 0,
  failedTask: null,
  lateAt: null,
  lateTask: null,
  ...part,
});
const textsOf = (part: Partial<AttentionFacts>, now = NOW): string[] =>
  attentionOf(facts(part), now).reasons.map(({ text }) => text);

describe('a tenant needs attention', () => {
  it.each<[string, Partial<AttentionFacts>, string, string]>([
    ['while a site is down', { sites: [site({ down: true })] }, 'a.example.com is down', '/monitor/7'],
    [
      'when a site is still down at the end of its maintenance window',
      { sites: [site({ down: true, windowEnds: at(NOW) })] },
      'a.example.com is down',
      '/monitor/7',
    ],
    [
      'when a certificate expires within 14 days',
      { sites: [site({ certificateEnds: at(NOW + 14 * DAY - 1) })] },
      'Certificate of a.example.com expires on 05 Dec 2026',
      '/monitor/7',
    ],
    [
      'when a certificate expired',
      { sites: [site({ certificateEnds: at(NOW) })] },
      'Certificate of a.example.com expired on 21 Nov 2026',
      '/monitor/7',
    ],
    [
      'when its licence expires within 90 days',
      { licence: '2027-02-19' },
      'Licence expires on 19 Feb 2027',
      '/tenant/12/licence/config',
    ],
    [
      'when its licence expired',
      { licence: '2026-11-20', hasCoursepro: false },
      'Licence expired on 20 Nov 2026',
      '/tenant/12',
    ],
    [
      'when the licence date cannot be parsed',
      { licence: 'soon' },
      'Invalid licence expiry date',
      '/tenant/12/licence/config',
    ],
    [
      'while cron tasks fail',
      { reports: [report({ failed: 2, failedTask: 'collect' })] },
      'Cron task collect and 1 more failed',
      '/tenant/12/cron',
    ],
    [
      'when a cron task is late',
      { reports: [report({ lateAt: at(NOW), lateTask: 'collect' })] },
      'Cron task collect is late',
      '/tenant/12/cron',
    ],
    [
      'when an environment stopped reporting',
      { reports: [report({ created: at(NOW - 15 * MINUTE - 1) })] },
      'No cron report from wrk-1',
      '/tenant/12/cron',
    ],
    [
      'when its system stopped reporting',
      { systemReport: at(NOW - HOUR) },
      'No report from its system',
      '/tenant/12/coursepro/system',
    ],
    [
      'while servers hold a different file',
      { drifts: [{ kind: 'coursepro', hosts: 2, since: at(NOW) }] },
      'CoursePro config: 2 servers differ from what was committed',
      '/tenant/12/coursepro/config',
    ],
    [
      'after an interrupted commit',
      { drifts: [{ kind: 'licence', hosts: 0, since: null }] },
      'Licence config: the last commit was interrupted',
      '/tenant/12/licence/config',
    ],
    [
      'when changes have waited for over a day',
      { changes: [{ kind: 'strive', since: at(NOW - DAY) }] },
      'Strive config: saved changes wait for a commit',
      '/tenant/12/strive/config',
    ],
    [
      'while a server does not confirm a switch',
      { unconfirmed: [{ service: 'coursepro', host: 'web-1', since: at(NOW) }] },
      'CoursePro: web-1 has not confirmed the switches',
      '/tenant/12/coursepro',
    ],
  ])('%s', (_when, part, text, path) => {
    expect(attentionOf(facts(part), NOW).reasons).toMatchObject([{ text, path }]);
  });

  it.each<[string, Partial<AttentionFacts>]>([
    ['without facts', {}],
    ['when a certificate expires in 14 days', { sites: [site({ certificateEnds: at(NOW + 14 * DAY) })] }],
    ['while a site is down in a maintenance window', { sites: [site({ down: true, windowEnds: at(NOW + MINUTE) })] }],
    ['when its licence expires in 91 days', { licence: '2027-02-20' }],
    ['on the day its licence expires, for a second warning', { licence: '2030-01-01' }],
    ['when it reported 15 minutes ago', { reports: [report({ created: at(NOW - 15 * MINUTE) })] }],
    ['when changes have waited for less than a day', { changes: [{ kind: 'strive', since: at(NOW - DAY + 1) }] }],
    [
      'for cron when all its cron is switched off',
      { runsCron: false, reports: [report({ failed: 1, failedTask: 'a', lateAt: at(NOW - HOUR), lateTask: 'a' })] },
    ],
    [
      'for silence when it is inactive',
      { active: false, licence: '2020-01-01', sites: [site({ down: true })], systemReport: at(0) },
    ],
  ])('not %s', (_when, part) => {
    expect(textsOf(part)).toEqual([]);
  });

  it('for the most urgent reason first', () => {
    const part = {
      licence: '2026-11-01',
      sites: [site({ down: true })],
      changes: [{ kind: 'strive', since: at(0) }],
      drifts: [{ kind: 'strive', hosts: 1, since: at(0) }],
    };
    expect(attentionOf(facts(part), NOW).reasons.map(({ kind }) => kind)).toEqual([
      'site-down',
      'drift',
      'licence',
      'changes-waiting',
    ]);
  });
});

const time = fc.integer({ min: NOW - 120 * DAY, max: NOW + 120 * DAY }).map(at);
const someFacts = fc
  .record({
    active: fc.boolean(),
    runsCron: fc.boolean(),
    licence: fc.option(time.map((text) => text.slice(0, 10))),
    sites: fc.array(
      fc.record({ down: fc.boolean(), windowEnds: fc.option(time), certificateEnds: fc.option(time) }).map(site),
      { maxLength: 3 },
    ),
    reports: fc.array(
      fc.record({ created: time, failed: fc.nat(2), lateAt: fc.option(time), lateTask: fc.constant('a') }).map(report),
      { maxLength: 2 },
    ),
    systemReport: fc.option(time),
    changes: fc.array(
      time.map((since) => ({ kind: 'strive', since })),
      { maxLength: 2 },
    ),
  })
  .map(facts);

it('never changes the reasons before the returned time', () => {
  let turned = 0;
  fc.assert(
    fc.property(someFacts, fc.double({ min: 0, max: 1, noNaN: true }), (own, part) => {
      const { reasons, next } = attentionOf(own, NOW);
      const until = next ?? NOW + 1_000 * DAY;
      expect(until).toBeGreaterThan(NOW);
      expect(attentionOf(own, NOW + Math.floor((until - 1 - NOW) * part)).reasons).toEqual(reasons);
      if (next !== null && JSON.stringify(attentionOf(own, next).reasons) !== JSON.stringify(reasons)) turned += 1;
    }),
    { numRuns: 500 },
  );
  expect(turned).toBeGreaterThan(200);
});

describe('the first late task', () => {
  const task = (taskName: string, minimum: number | undefined, ends: number[], run: object | null = null) => ({
    taskName,
    restrictions: {
      time: minimum === undefined ? { type: 'always' } : { type: 'delay', minimum },
      run,
      conditional: null,
    },
    execution: { chain: null },
    logs: ends.map((end) => ({ datetime: at(end) })),
  });

  it('is late after twice its interval plus 15 minutes', () => {
    const tasks = [task('slow', 60, [NOW, NOW - HOUR]), task('often', 5, [NOW - HOUR, NOW])];
    expect(firstLate(tasks)).toEqual({ task: 'often', at: NOW + 25 * MINUTE });
  });

  it('is never one that runs continuously, runs in a window, or has not run yet', () => {
    expect(firstLate([task('a', undefined, [NOW]), task('b', 5, [NOW], {}), task('c', 5, [])])).toBeNull();
  });
});
