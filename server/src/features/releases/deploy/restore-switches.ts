import { releaseService } from '@mission-control/contract/releases/catalogue';
import type { Ctx } from '../../../platform/context.ts';
import { outputOf, startRun } from '../../runs/public.ts';
import { forgetSwitch, listBrokenOff, type TargetRow } from '../queries.ts';
import { lockNames, placesOf, topicsOf } from './places.ts';
import { serveBefore } from './switch-places.ts';

/**
 * Restores targets left half-switched by dead deploys, so that all servers serve the previous version. Each restore is a separate run under
 * the same locks; the deploy itself is never repeated.
 * @throws when a server fails or another deploy is running there, after all have been tried, so that the job is retried
 */
export async function restoreSwitches(ctx: Ctx): Promise<void> {
  const broken = Map.groupBy(await listBrokenOff(ctx.db), (row) => row.switchingRun);
  const failures: unknown[] = [];
  for (const [run, rows] of broken)
    if (run !== null) await restore(ctx, run, rows).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

async function restore(ctx: Ctx, brokenRun: number, rows: TargetRow[]): Promise<void> {
  const [first] = rows;
  const app = first && releaseService(first.service)?.app;
  if (!first || !app) return;
  const { env } = first;
  const services = rows.map((row) => row.service);
  const version = first.version ?? 'nothing';
  const started = await startRun(ctx, {
    kind: 'deploy',
    subject: `${app} back to ${version} on ${env}, after run ${brokenRun} died`,
    facts: { app, service: first.service, env, version, rollback: true, parts: services },
    locks: lockNames(services, env),
    topics: topicsOf(services),
    work: async (run) => {
      run.step(1, 1, `Restore the version served before run ${brokenRun}`);
      await serveBefore(ctx, run, { app, env, places: await placesOf(ctx, app, services, env) });
    },
    onEnd: async ({ db }, { outcome }) => {
      if (outcome === 'succeeded') await forgetSwitch(db, brokenRun);
    },
  });
  await outputOf(started);
}
