import { beforeEach, expect, it } from 'vitest';
import type { OpenDatabase } from '../database/database.ts';
import { createLog } from '../log/log.ts';
import type { LiveMessage } from './channel.ts';
import { createLiveHub, type LiveHub } from './hub.ts';

let now: number;
let announce: (payload: string) => void;
let heard: LiveMessage[];
let hub: LiveHub;
/** Listening begins ten seconds after the hub: the database was not there yet. */
const listen: OpenDatabase['listen'] = async (_channel, onPayload) => {
  now += 10_000;
  announce = onPayload;
  return { hears: () => true, provenMsAgo: () => 0, stop: () => Promise.resolve() };
};
beforeEach(async () => {
  now = 1_000_000;
  heard = [];
  hub = await createLiveHub({ listen }, { log: createLog('silent'), clock: { now: () => new Date(now) } });
});
const follow = (ageMs?: number) => hub.subscribe((message) => void heard.push(message), ageMs);

it('does not know what was announced before it listened, and tells a page that was read then to read again', () => {
  now += 3_000;
  follow(2_000);
  expect(heard).toEqual([{ kind: 'missed' }]);
});

it('knows that nothing was announced since it listens', () => {
  now += 5_000;
  follow(2_000);
  expect(heard).toEqual([]);
});

it('tells all who follow, and who begin to, that changes may have been missed', () => {
  follow();
  announce('');
  expect(heard).toEqual([{ kind: 'missed' }]);
  now += 1_000;
  follow(0);
  expect(heard).toEqual([{ kind: 'missed' }, { kind: 'missed' }]);
});

it('takes what it cannot read for something that was missed', () => {
  follow();
  announce('{"topics":');
  expect(heard).toEqual([{ kind: 'missed' }]);
});
