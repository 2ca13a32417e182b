import { describe, expect, it } from 'vitest';
import { createRegeneration, NOT_STARTED, type BrandedTenant, type RegenerationOrder } from './regeneration.ts';

const tenants = [
  { id: 1, name: 'Ash' },
  { id: 2, name: 'Birch' },
  { id: 3, name: 'Cedar' },
];

class Lost extends Error {}

function start(failing: readonly number[] = [], losing: readonly number[] = []) {
  const events: string[] = [];
  let open = 0;
  const regeneration = createRegeneration();
  const steps: string[] = [];
  regeneration.subscribe(() => {
    const { current, done, total } = regeneration.state();
    steps.push(`${current?.name ?? '-'} ${done}/${total}`);
  });
  const run = (list: readonly BrandedTenant[] = tenants, before?: RegenerationOrder['before']) =>
    regeneration.run(
      { tenants: list, branch: 'main', ...(before && { before }) },
      {
        prepare: async () => (isBroken) => void events.push(isBroken ? 'left it broken' : 'left'),
        generate: async ({ id }) => {
          open += 1;
          events.push(`${id}, ${open} open`);
          await Promise.resolve();
          open -= 1;
          if (losing.includes(id)) throw new Lost(`unknown outcome of ${id}`);
          if (failing.includes(id)) throw new Error(`no ${id}`);
        },
        reasonOf: (error) => ({ reason: (error as Error).message, requestId: null }),
        isLost: (error) => error instanceof Lost,
        onFailed: ({ name }) => events.push(`failed ${name}`),
        onEnd: () => events.push('end'),
        onBroken: (error) => events.push(`broken: ${(error as Error).message}`),
      },
    );
  return { regeneration, events, steps, run };
}

describe('regenerating the brandings', () => {
  it('processes one tenant at a time [RGN-09]', async () => {
    const { events, run } = start();
    await run();
    expect(events).toEqual(['1, 1 open', '2, 1 open', '3, 1 open', 'left', 'end']);
  });

  it('continues after a failure, and records it with its reason [RGN-10, RGN-11]', async () => {
    const { regeneration, events, steps, run } = start([2]);
    await run();
    expect(events).toEqual(['1, 1 open', '2, 1 open', 'failed Birch', '3, 1 open', 'left', 'end']);
    expect(steps.at(-1)).toBe('- 3/3');
    expect(steps).toContain('Cedar 2/3');
    expect(regeneration.state().failed).toEqual([{ id: 2, name: 'Birch', reason: 'no 2', requestId: null }]);
  });

  it('stops at an unknown outcome, so that it can be resumed', async () => {
    const { regeneration, events, run } = start([], [2]);
    await run();
    expect(events).toEqual(['1, 1 open', '2, 1 open', 'left it broken', 'broken: unknown outcome of 2']);
    expect(regeneration.state()).toEqual(NOT_STARTED);
  });

  it('resumes after earlier progress', async () => {
    const { regeneration, steps, run } = start();
    const failed = [{ id: 1, name: 'Ash', reason: 'no 1', requestId: null }];
    await run(tenants.slice(2), { done: 2, failed });
    expect(steps).toContain('Cedar 2/3');
    expect(regeneration.state()).toMatchObject({ done: 3, total: 3, failed });
  });

  it('does not start twice', async () => {
    const { events, run } = start();
    await Promise.all([run(), run()]);
    expect(events.filter((event) => event.startsWith('1, '))).toHaveLength(1);
  });

  it('starts with an empty list when failed tenants are retried', async () => {
    const { regeneration, run } = start([2]);
    await run();
    await run(regeneration.state().failed);
    expect(regeneration.state()).toMatchObject({ done: 1, total: 1, running: false });
    expect(regeneration.state().failed).toHaveLength(1);
  });
});
