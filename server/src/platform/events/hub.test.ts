import { beforeEach, expect, it } from 'vitest';
import type { OpenDatabase } from '../database/database.ts';
import { createLog } from '../log/log.ts';
import type { LiveMessage } from './topic-versions.ts';
import { createLiveHub, type LiveHub } from './hub.ts';

let now: number;
let announce: (payload: string) => void;
let received: LiveMessage[];
let hub: LiveHub;
/** Listening starts ten seconds after the hub, as when the database comes up later. */
const listen: OpenDatabase['listen'] = async (_channel, onPayload) => {
  now += 10_000;
  announce = onPayload;
  return { isListening: () => true, lastProofMsAgo: () => 0, stop: () => Promise.resolve() };
};
beforeEach(async () => {
  now = 1_000_000;
  received = [];
  hub = await createLiveHub({ listen }, { log: createLog('silent'), clock: { now: () => new Date(now) } });
});
const follow = (ageMs?: number) => hub.subscribe((message) => void received.push(message), ageMs);

it('makes pages loaded before it was listening refetch, since it knows no earlier changes', () => {
  now += 3_000;
  follow(2_000);
  expect(received).toEqual([{ kind: 'missed' }]);
});

it('knows that nothing was announced since it started listening', () => {
  now += 5_000;
  follow(2_000);
  expect(received).toEqual([]);
});

it('notifies current and new subscribers that changes may have been missed', () => {
  follow();
  announce('');
  expect(received).toEqual([{ kind: 'missed' }]);
  now += 1_000;
  follow(0);
  expect(received).toEqual([{ kind: 'missed' }, { kind: 'missed' }]);
});

const CHANGE = JSON.stringify({ topics: ['cron'], by: 'ada' });

it('keeps the changes of the last minute only', () => {
  now += 10_000;
  announce(CHANGE);
  now += 61_000;
  announce(CHANGE);
  follow(59_500);
  expect(received).toEqual([{ kind: 'missed' }]);
});

it('keeps the last thousand changes only', () => {
  now += 10_000;
  announce(CHANGE);
  now += 1_000;
  for (let count = 0; count < 1_000; count += 1) announce(CHANGE);
  follow(2_000);
  expect(received).toEqual([{ kind: 'missed' }]);
});

it('treats an unreadable notification as a missed one', () => {
  follow();
  announce('{"topics":');
  expect(received).toEqual([{ kind: 'missed' }]);
});
