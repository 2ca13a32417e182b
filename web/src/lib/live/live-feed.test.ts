import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { followLive, reconnectPause, SILENCE_MS, type LiveFeedDeps, type NetworkSignals } from './live-feed.ts';

const streamOf = (...pieces: string[]) => new Response(new Blob(pieces).stream());

/** Follows until all given streams are read, and returns the events in order. */
async function follow(streams: LiveFeedDeps['open'][], deps: Partial<LiveFeedDeps> = {}): Promise<string[]> {
  const log: string[] = [];
  const end = new AbortController();
  await followLive(
    {
      open: (...asked) => {
        const next = streams.shift();
        if (next) return next(...asked);
        end.abort();
        return Promise.reject(new Error('no more streams'));
      },
      pause: async () => void log.push('pause'),
      now: () => 0,
      watch: () => () => undefined,
      onChange: (topics) => log.push(`change ${topics.join(' ')}`),
      onMissed: () => log.push('missed'),
      onStatus: (status) => log.push(status),
      ...deps,
    },
    end.signal,
  );
  return log;
}

/** A stream that stays open; `say` sends a chunk and waits until it was read. */
function openStream() {
  const passed = new TransformStream<Uint8Array, Uint8Array>();
  const writer = passed.writable.getWriter();
  return {
    open: async () => new Response(passed.readable),
    say: (text: string) => writer.write(new TextEncoder().encode(text)),
  };
}

/** A browser whose clock and network the test controls. */
function fakeBrowser() {
  const clock = { ms: 0 };
  let signals: NetworkSignals | null = null;
  const deps: Partial<LiveFeedDeps> = {
    now: () => clock.ms,
    watch: (given) => {
      signals = given;
      return () => (signals = null);
    },
  };
  return {
    deps,
    clock,
    emit: (signal: keyof NetworkSignals) => signals?.[signal](),
    isWatched: () => signals !== null,
  };
}

describe('the live feed', () => {
  it('passes on the topics of each change', async () => {
    const log = await follow([
      async () => streamOf('event: change\ndata: {"topics":["tenants","tenant:12"],"by":"a"}\n\n', ': ping\n\n'),
    ]);
    expect(log.slice(0, 3)).toEqual(['connecting', 'live', 'change tenants tenant:12']);
    expect(log.at(-1)).toBe('off');
  });

  it('reconnects after a break and then invalidates everything, but not after the first connect', async () => {
    const log = await follow([
      async () => streamOf(''),
      () => Promise.reject(new Error('server is down')),
      async () => streamOf(''),
    ]);
    expect(log.filter((entry) => entry === 'missed')).toHaveLength(1);
    expect(log.indexOf('missed')).toBe(log.lastIndexOf('live') + 1);
  });

  it('tells the server only on the first connect that the page has read before', async () => {
    const firsts: boolean[] = [];
    const seen = async (_signal: AbortSignal, first: boolean) => {
      firsts.push(first);
      if (firsts.length === 1) throw new Error('server is down');
      return streamOf('');
    };
    await follow([seen, seen, seen]);
    expect(firsts).toEqual([true, true, false]);
  });

  it('invalidates everything when the server requests it or an event is malformed', async () => {
    const log = await follow([async () => streamOf('event: missed\ndata: x\n\nevent: change\ndata: {broken\n\n')]);
    expect(log.filter((entry) => entry === 'missed')).toHaveLength(2);
  });

  it('drops a stream that is silent for 25 s, and invalidates everything', async () => {
    const { deps, clock, emit } = fakeBrowser();
    const silent = openStream();
    const statuses: string[] = [];
    const following = follow([silent.open, async () => streamOf('')], {
      ...deps,
      onStatus: (status) => statuses.push(status),
    });
    await silent.say(': connected\n\n');
    clock.ms = SILENCE_MS - 1;
    emit('onCheck');
    // Each byte restarts the silence limit.
    await silent.say(': still here\n\n');
    await new Promise((settle) => setTimeout(settle));
    clock.ms = SILENCE_MS + 1;
    emit('onCheck');
    expect(statuses).toEqual(['connecting', 'live']);
    clock.ms = 2 * SILENCE_MS;
    emit('onCheck');
    const log = await following;
    expect(statuses.slice(0, 5)).toEqual(['connecting', 'live', 'connecting', 'connecting', 'live']);
    expect(log).toEqual(['pause', 'missed', 'pause']);
  });

  it('uses a longer timeout after three attempts without a response', async () => {
    const given: number[] = [];
    const late = async (_signal: AbortSignal, _first: boolean, timeoutMs: number): Promise<Response> => {
      given.push(timeoutMs);
      throw new Error('no answer');
    };
    await follow([late, late, late, late]);
    expect(given).toEqual([5_000, 5_000, 5_000, 10_000]);
  });

  it('drops at once a connection that the browser knows to be lost, and an attempt without a response', async () => {
    const { deps, emit, isWatched } = fakeBrowser();
    const hangs = (signal: AbortSignal) =>
      new Promise<Response>((_settle, fail) => {
        signal.addEventListener('abort', () => fail(new Error('aborted')));
        queueMicrotask(() => emit('onOffline'));
      });
    const cut = openStream();
    const following = follow([hangs, cut.open, async () => streamOf('')], deps);
    await cut.say(': connected\n\n');
    emit('onOffline');
    expect((await following).join(' ')).toBe(
      [
        'connecting connecting pause',
        'connecting live connecting pause',
        'connecting live missed connecting pause connecting off',
      ].join(' '),
    );
    expect(isWatched()).toBe(false);
  });

  it('reconnects without a pause when the network is back', async () => {
    const { deps, emit } = fakeBrowser();
    const cut = openStream();
    const following = follow([cut.open, async () => streamOf('')], deps);
    await cut.say(': connected\n\n');
    emit('onOnline');
    const log = await following;
    expect(log.slice(0, 5)).toEqual(['connecting', 'live', 'connecting', 'connecting', 'live']);
  });

  it('backs off after each failure, up to 2 s in a visible page and 30 s in a hidden one', () => {
    expect(reconnectPause(0, 1, 'visible')).toBe(1000);
    expect(reconnectPause(3, 1, 'visible')).toBe(2000);
    expect(reconnectPause(3, 1, 'hidden')).toBe(8000);
    fc.assert(
      fc.property(
        fc.nat(2000),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.constantFrom('visible' as const, 'hidden' as const),
        (failures, random, page) => {
          const pause = reconnectPause(failures, random, page);
          expect(pause).toBeGreaterThanOrEqual(500);
          expect(pause).toBeLessThanOrEqual(page === 'visible' ? 2000 : 30_000);
        },
      ),
    );
  });
});
