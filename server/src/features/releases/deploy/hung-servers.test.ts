import { afterAll, beforeAll, expect, it } from 'vitest';
import { abortRun } from '../../runs/public.ts';
import { createAppRelease } from '../create-release.ts';
import { listServed } from '../list-releases.ts';
import { answered, createReleaseCtx, type ReleaseCtx } from '../testing/release-ctx.ts';
import { deployAppRelease } from './deploy-release.ts';

const SLOW_MS = 120_000;
const WANTED = { app: 'coursepro', service: 'strive', env: 'qa' } as const;

let releases: ReleaseCtx;
beforeAll(async () => {
  releases = await createReleaseCtx();
  await answered(createAppRelease(releases.as('Amelia Hart'), { ...WANTED, tag: '4.18.2' }));
}, SLOW_MS);
afterAll(() => releases.t.close());

it(
  'ends an aborted deploy whose server hangs, names the server and frees its locks; the next deploy waits for it [DEP-04]',
  async () => {
    const amelia = releases.as('Amelia Hart');
    const { releaseFiles } = amelia.ports;
    const [reached, hanging] = [Promise.withResolvers<string>(), Promise.withResolvers<undefined>()];
    const stage: typeof releaseFiles.stage = async (target, release, step) => {
      reached.resolve(target.host);
      await hanging.promise;
      return releaseFiles.stage(target, release, step);
    };
    const hung = { ...amelia, ports: { ...amelia.ports, releaseFiles: { ...releaseFiles, stage } } };
    const started = await deployAppRelease(hung, { ...WANTED, version: '4.18.2' });
    const host = await reached.promise;
    await abortRun(amelia, started.id);
    expect(await started.done).toMatchObject({
      outcome: 'aborted',
      error: 'Aborted by Amelia Hart.',
      output: expect.stringContaining(`${host} did not complete a step on its files.`) as string,
    });
    expect((await listServed(amelia, 'coursepro')).locks).toEqual([]);

    const next = answered(deployAppRelease(amelia, { ...WANTED, version: '4.18.2' }));
    hanging.resolve(undefined);
    await next;
    expect(releases.served(host, 'qa', 'coursepro', 'strive')).toBe('4.18.2');
  },
  SLOW_MS,
);
