import { eq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { tenantServices } from '../../fleet/tables.ts';
import type { Ctx } from '../../platform/context.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { addTenant, createFleet, published } from '../config/testing/config-fleet.ts';
import { failingPort } from '../config/testing/failing-port.ts';
import { controlFeature } from './feature.ts';
import { publishControlFile } from './publish-control-file.ts';
import { controlConfirmations } from './tables.ts';
import { runDueJobs } from './testing/due-jobs.ts';

const t = setUpTestCtx(createFleet);
let id: number;
beforeAll(async () => void (id = await addTenant(t)));

const sweep = () =>
  controlFeature
    .jobs(t)
    .find(({ name }) => name === 'control.resend-unconfirmed')
    ?.run({});

it('sends and removes control files when a server responds again after the last retry of their job', async () => {
  await publishControlFile(t, id);
  await t.db.update(tenantServices).set({ maintenance: true, workerEnvironmentId: null });
  const silent = ['eu-web-2', 'eu-worker-1'];
  const port = failingPort(t.ports.configPublishing, (step, host) =>
    ['stage', 'withdraw'].includes(step) && silent.includes(host) ? { error: 'No response.' } : undefined,
  );
  const down: Ctx = { ...t, ports: { ...t.ports, configPublishing: port } };
  await publishControlFile(down, id, { coursepro: [1, 2] });
  const files = () =>
    published(t, id, 'coursepro.control.json').map(
      (file) => file && (JSON.parse(file) as { maintenance: boolean }).maintenance,
    );
  expect(files()).toEqual([true, false, false]);

  await sweep();
  // The failure is recent, so its job is still being retried.
  expect(t.sent).toEqual([]);
  // The next run of the schedule after an hour begins sooner after the failure than that.
  t.clock.advance(60 * 60_000 - 5000);
  await sweep();
  // Its job still waits.
  await sweep();
  expect(t.sent).toMatchObject([{ name: 'control.publish', repeated: true }]);
  await runDueJobs(t);
  expect(files()).toEqual([true, true, null]);
  const rows = await t.db.select().from(controlConfirmations).where(eq(controlConfirmations.service, 'coursepro'));
  expect(new Map(rows.map(({ host, error }) => [host, error]))).toEqual(
    new Map([
      ['eu-web-1', null],
      ['eu-web-2', null],
    ]),
  );
  await sweep();
  expect(t.sent).toEqual([]);
});
