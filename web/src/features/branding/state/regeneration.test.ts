import { describe, expect, it } from 'vitest';
import { createRegeneration, type BrandedTenant } from './regeneration.ts';

const tenants = [
  { id: 1, name: 'Ash' },
  { id: 2, name: 'Birch' },
  { id: 3, name: 'Cedar' },
];

function start(failing: readonly number[] = []) {
  const events: string[] = [];
  let open = 0;
  const regeneration = createRegeneration({
    generate: async ({ id }, branch) => {
      open += 1;
      events.push(`${id} of ${branch}, ${open} open`);
      await Promise.resolve();
      open -= 1;
      if (failing.includes(id)) throw new Error(`no ${id}`);
    },
    reasonOf: (error) => ({ reason: (error as Error).message, requestId: null }),
  });
  const steps: string[] = [];
  regeneration.subscribe(() => {
    const { current, done, total } = regeneration.state();
    steps.push(`${current?.name ?? '-'} ${done}/${total}`);
  });
  const run = (list: readonly BrandedTenant[] = tenants) =>
    regeneration.run(list, 'main', {
      onFailed: ({ name }) => events.push(`failed ${name}`),
      onEnd: () => events.push('end'),
    });
  return { regeneration, events, steps, run };
}

describe('regenerating the brandings', () => {
  it('takes one tenant after the other, never two at once [RGN-09]', async () => {
    const { events, run } = start();
    await run();
    expect(events).toEqual(['1 of main, 1 open', '2 of main, 1 open', '3 of main, 1 open', 'end']);
  });

  it('goes on after a failure, counts it and keeps why [RGN-10, RGN-11]', async () => {
    const { regeneration, events, steps, run } = start([2]);
    await run();
    expect(events).toEqual(['1 of main, 1 open', '2 of main, 1 open', 'failed Birch', '3 of main, 1 open', 'end']);
    expect(steps.at(-1)).toBe('- 3/3');
    expect(steps).toContain('Cedar 2/3');
    expect(regeneration.state().failed).toEqual([{ id: 2, name: 'Birch', reason: 'no 2', requestId: null }]);
  });

  it('does not start twice', async () => {
    const { events, run } = start();
    await Promise.all([run(), run()]);
    expect(events.filter((event) => event.startsWith('1 of'))).toHaveLength(1);
  });

  it('begins with a clean list when the failed ones are tried again', async () => {
    const { regeneration, run } = start([2]);
    await run();
    await run(regeneration.state().failed);
    expect(regeneration.state()).toMatchObject({ done: 1, total: 1, running: false });
    expect(regeneration.state().failed).toHaveLength(1);
  });
});
