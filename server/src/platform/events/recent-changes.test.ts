import { beforeEach, describe, expect, it } from 'vitest';
import type { LiveMessage } from './topic-versions.ts';
import { createRecentChanges, type RecentChanges } from './hub.ts';

let now: number;
let recent: RecentChanges;
beforeEach(() => {
  now = 1_000_000;
  recent = createRecentChanges({ now: () => new Date(now) });
  now += 30_000;
});

const change = (topics: string[], by = 'amelia.hart'): LiveMessage => ({ kind: 'change', event: { topics, by } });

describe('the changes of the last minute', () => {
  it('are merged into one message, from two seconds before the page was loaded', () => {
    recent.add(change(['tenant:9']));
    now += 2_500;
    recent.add(change(['tenants', 'tenant:1']));
    now += 1_000;
    recent.add(change(['tenants', 'tenant:2'], 'ben.ode'));
    now += 400;
    expect(recent.since(0)).toEqual(change(['tenants', 'tenant:1', 'tenant:2'], 'amelia.hart, ben.ode'));
    now += 2_000;
    expect(recent.since(0)).toBeNull();
    expect(recent.since(1_000)).toEqual(change(['tenants', 'tenant:2'], 'ben.ode'));
  });

  it('are unknown before listening started, and after a gap', () => {
    expect(recent.since(27_900)).toBeNull();
    expect(recent.since(28_000)).toEqual({ kind: 'missed' });
    recent.add({ kind: 'missed' });
    recent.add(change(['tenants']));
    expect(recent.since(0)).toEqual({ kind: 'missed' });
  });

  it('are kept for a minute and up to a thousand', () => {
    recent.add(change(['tenants']));
    now += 61_000;
    recent.add(change(['cron']));
    expect(recent.since(58_000)).toEqual(change(['cron']));
    expect(recent.since(59_000)).toEqual({ kind: 'missed' });
    now += 10_000;
    for (let id = 0; id < 1_000; id += 1) recent.add(change([`tenant:${id}`]));
    expect(recent.since(1_000)).toMatchObject({ kind: 'change', event: { topics: { length: 1_000 } } });
    expect(recent.since(9_000)).toEqual({ kind: 'missed' });
  });
});
