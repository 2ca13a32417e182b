import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { followLive, reconnectPause } from './live-feed.ts';

const streamOf = (...pieces: string[]) => new Response(new Blob(pieces).stream());

/** Follows until all given streams are read, and tells what happened in order. */
async function follow(streams: (() => Promise<Response>)[]): Promise<string[]> {
  const log: string[] = [];
  const end = new AbortController();
  const open = () => {
    const next = streams.shift();
    if (next) return next();
    end.abort();
    return Promise.reject(new Error('no more streams'));
  };
  await followLive(
    {
      open,
      wait: () => Promise.resolve(),
      random: () => 0,
      onChange: (topics) => log.push(`change ${topics.join(' ')}`),
      onMissed: () => log.push('missed'),
      onStatus: (status) => log.push(status),
    },
    end.signal,
  );
  return log;
}

describe('the live feed', () => {
  it('hands on the topics of each change', async () => {
    const log = await follow([
      async () => streamOf('event: change\ndata: {"topics":["tenants","tenant:12"],"by":"a"}\n\n', ': ping\n\n'),
    ]);
    expect(log.slice(0, 3)).toEqual(['connecting', 'live', 'change tenants tenant:12']);
    expect(log.at(-1)).toBe('off');
  });

  it('connects again after a break and then has everything read again, but not after the first connect', async () => {
    const log = await follow([
      async () => streamOf(''),
      () => Promise.reject(new Error('server is down')),
      async () => streamOf(''),
    ]);
    expect(log.filter((entry) => entry === 'missed')).toHaveLength(1);
    expect(log.indexOf('missed')).toBe(log.lastIndexOf('live') + 1);
  });

  it('tells the server at the first connect alone that the page has read before', async () => {
    const firsts: boolean[] = [];
    const end = new AbortController();
    await followLive(
      {
        open: (_signal, first) => {
          firsts.push(first);
          if (firsts.length === 1) return Promise.reject(new Error('server is down'));
          if (firsts.length === 3) end.abort();
          return Promise.resolve(streamOf(''));
        },
        wait: () => Promise.resolve(),
        random: () => 0,
        onChange: () => undefined,
        onMissed: () => undefined,
        onStatus: () => undefined,
      },
      end.signal,
    );
    expect(firsts).toEqual([true, true, false]);
  });

  it('has everything read again when the server says so or an event cannot be read', async () => {
    const log = await follow([async () => streamOf('event: missed\ndata: x\n\nevent: change\ndata: {broken\n\n')]);
    expect(log.filter((entry) => entry === 'missed')).toHaveLength(2);
  });

  it('waits longer after each failure, never longer than half a minute', () => {
    expect(reconnectPause(0, 1)).toBe(1000);
    expect(reconnectPause(3, 1)).toBe(8000);
    fc.assert(
      fc.property(fc.nat(2000), fc.double({ min: 0, max: 1, noNaN: true }), (failures, random) => {
        const pause = reconnectPause(failures, random);
        expect(pause).toBeGreaterThanOrEqual(500);
        expect(pause).toBeLessThanOrEqual(30_000);
      }),
    );
  });
});
