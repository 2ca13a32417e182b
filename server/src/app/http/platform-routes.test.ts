import { TOPIC } from '@mission-control/contract/topics';
import { followEvents } from '@mission-control/contract/events/calls';
import { expect, it } from 'vitest';
import { TextStream } from '../../platform/calls/handler.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { createLiveHub } from '../../platform/events/hub.ts';
import { createTestCtx } from '../../platform/testing/test-ctx.ts';
import { createPresenceBeat } from '../../features/presence/service.ts';
import { MAX_STREAMS, platformRoutes } from './platform-routes.ts';
import { createReadiness } from '../readiness.ts';

it('first replays to a new subscriber the changes committed since its page was loaded', async () => {
  const t = await createTestCtx();
  const hub = await createLiveHub(t.open, t);
  try {
    t.clock.advance(60_000);
    const announced = new Promise<void>((resolve) => void hub.subscribe(() => resolve()));
    await inTransaction(t, async ({ record }) =>
      record({ action: 'tenant.updated', subject: 'Brimham', topics: [TOPIC.tenants, TOPIC.tenant(4)] }),
    );
    await announced;
    t.clock.advance(5_000);

    const route = platformRoutes(createReadiness(t.open, hub), hub, createPresenceBeat(t), { open: 0 }).find(
      ({ call }) => call === followEvents,
    );
    const firstFrames = async (query: { age?: number }): Promise<string> => {
      const stream = await route?.answer(t, { params: undefined, query, body: undefined }, {} as never);
      if (!(stream instanceof TextStream)) throw new Error('The call must return a stream.');
      let sent = '';
      await stream.run(async (text) => void (sent += text), AbortSignal.abort());
      return sent;
    };
    expect(await firstFrames({ age: 4_000 })).toBe(
      ': connected\n\nevent: change\ndata: {"topics":["tenants","tenant:4","audit"],"by":"test"}\n\n',
    );
    expect(await firstFrames({ age: 1_000 })).toBe(': connected\n\n');
    expect(await firstFrames({})).toBe(': connected\n\n');
    expect(await firstFrames({ age: 900_000 })).toContain('event: missed');
  } finally {
    await hub.close();
    await t.close();
  }
});

it('ends the oldest stream of a person who opens too many, and nobody else’s', async () => {
  const t = await createTestCtx();
  const hub = await createLiveHub(t.open, t);
  try {
    const streams = { open: 0 };
    const routes = platformRoutes(createReadiness(t.open, hub), hub, createPresenceBeat(t), streams);
    const route = routes.find(({ call }) => call === followEvents);
    const stop = new AbortController();
    const follow = async (id: number): Promise<Promise<void>> => {
      const stream = await route?.answer(t.as({ id }), { params: undefined, query: {}, body: undefined }, {} as never);
      if (!(stream instanceof TextStream)) throw new Error('The call must return a stream.');
      return stream.run(async () => undefined, stop.signal);
    };
    const ended: number[] = [];
    const all = [2, ...Array.from({ length: MAX_STREAMS + 2 }, () => 1)].map(async (id, at) => {
      await follow(id);
      ended.push(at);
    });
    await all[2];
    expect([ended, streams.open]).toEqual([[1, 2], MAX_STREAMS + 1]);
    stop.abort();
    await Promise.all(all);
    expect(streams.open).toBe(0);
  } finally {
    await hub.close();
    await t.close();
  }
});
