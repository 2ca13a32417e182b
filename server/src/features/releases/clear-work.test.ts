import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { createDirectoryReleases } from '../../ports/release-files.ts';
import { startRun } from '../runs/public.ts';
import { clearWork, workplaceOf } from './create-release.ts';

const t = setUpTestCtx();

it('removes the folders of builds whose console was killed, and keeps those of running ones', async () => {
  const root = join(t.fleetDir, 'releases');
  const ctx = { ...t, ports: { ...t.ports, releaseFiles: createDirectoryReleases({ root, uniqueName: () => 'one' }) } };
  let end = (): void => undefined;
  const held = new Promise<void>((settle) => (end = settle));
  const building = await startRun(t, { kind: 'release', subject: 'a', locks: ['release:dev/a'], work: () => held });
  const ended = await startRun(t, { kind: 'release', subject: 'b', work: () => Promise.resolve() });
  await ended.done;
  const folder = (name: string): string => join(root, 'work', name);
  const [here, gone, old] = [workplaceOf(building.id), workplaceOf(ended.id), 'dev-strive'];
  for (const name of [here, gone, old]) mkdirSync(folder(name), { recursive: true });
  await clearWork(ctx);
  expect([here, gone, old].map((name) => existsSync(folder(name)))).toEqual([true, false, true]);
  end();
  await building.done;
  await clearWork(ctx);
  expect([here, old].map((name) => existsSync(folder(name)))).toEqual([false, false]);
});
