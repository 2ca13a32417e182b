import { expect, it } from 'vitest';
import type { MonitorRow } from '@mission-control/contract/monitors/calls';
import { problemOf, serviceOfMonitor } from './monitor-words.ts';

it.each([
  ['Brimham Active CoursePro', 'coursepro'],
  ['Brimham Active HomePortal', 'homeportal'],
  ['Brimham Active HomePortal2', 'homeportal2'],
  ['Strive Trust Insight', 'insight'],
  ['Brimham Active legacy', undefined],
])('%s is of %s', (label, slug) => {
  expect(serviceOfMonitor({ label })?.slug).toBe(slug);
});

const failing = {
  active: 1,
  status: 0,
  last_online: null,
  last_offline: '2026-11-21T08:00:00.000Z',
  last_error: 'said \u202Eok',
};

it.each([
  [{}, String.raw`said \u{202E}ok`],
  [{ active: 0 }, null],
  [{ last_error: null }, null],
])('names the problem of a failing monitor with visible characters (%o)', (part, expected) => {
  expect(problemOf({ ...failing, ...part } as MonitorRow)).toBe(expected);
});
