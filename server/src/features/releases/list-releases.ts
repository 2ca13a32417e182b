import type { CallResponse, CallInput } from '@mission-control/contract/call';
import type * as calls from '@mission-control/contract/releases/calls';
import {
  RELEASE_APPS,
  RELEASE_ENVS,
  RELEASE_SERVICES,
  releaseEnvLabel,
  releaseService,
  servicesOfApp,
  type ReleaseApp,
} from '@mission-control/contract/releases/catalogue';
import type { Ctx } from '../../platform/context.ts';
import { shownCommand } from '../../ports/release-plans.ts';
import { toVersions } from './deploy/choose-release.ts';
import { listReleaseRows, listTargetRows } from './queries.ts';
import { deployLock, type DeployLock } from '@mission-control/contract/releases/schema';
import { listLocks } from '../runs/public.ts';

const byApp = <T>(of: (app: ReleaseApp) => T): Record<ReleaseApp, T> =>
  Object.fromEntries(RELEASE_APPS.map((app) => [app, of(app)])) as Record<ReleaseApp, T>;

/** The services of each app, for selection. */
export const appServices = (): CallResponse<typeof calls.listReleaseServices> => ({
  services: byApp((app) => servicesOfApp(app).map(({ value, label }) => ({ value, label }))),
});

/** The environments of each app. */
export const appEnvironments = (): CallResponse<typeof calls.listReleaseEnvironments> => ({
  environments: byApp(() => RELEASE_ENVS.map((env) => ({ value: env, label: releaseEnvLabel(env) }))),
});

/** The versions available to an environment. */
export async function listAppVersions(
  ctx: Ctx,
  query: CallInput<typeof calls.listVersions>['query'],
): Promise<CallResponse<typeof calls.listVersions>> {
  const rows = await listReleaseRows(ctx.db, query.app);
  return { versions: toVersions(rows, query.env, query['backend-only'] === '1') };
}

/** The versions served by every service and environment. */
export async function listServed(ctx: Ctx, app?: ReleaseApp): Promise<CallResponse<typeof calls.listCurrentVersions>> {
  const services = RELEASE_SERVICES.filter(
    (service) => service.parts.length === 1 && (app === undefined || service.app === app),
  );
  const found = await listTargetRows(
    ctx.db,
    services.map((service) => service.value),
  );
  const rows = new Map(found.map((row) => [`${row.service} ${row.env}`, row]));
  const locks = (await listDeployLocks(ctx)).filter((lock) => app === undefined || lock.app === app);
  const versions = services.flatMap((service) =>
    RELEASE_ENVS.map((env) => {
      const row = rows.get(`${service.value} ${env}`);
      return {
        app: service.app,
        service: service.value,
        env,
        version: row?.version ?? null,
        deployed_at: row?.deployedAt?.toISOString() ?? null,
        deployed_by: row?.deployedBy ?? null,
        // A version without a copy in this console is not a rollback target.
        previous: row?.previousCopy ? row.previousVersion : null,
      };
    }),
  );
  return { versions, locks };
}

/** The migration commands of a deploy, formatted for display; those of an "All" name their service. */
export async function listMigrations(
  ctx: Ctx,
  { service, env }: CallInput<typeof calls.listMigrationCommands>['query'],
): Promise<CallResponse<typeof calls.listMigrationCommands>> {
  const { app, parts } = releaseService(service) ?? { app: RELEASE_APPS[0], parts: [] };
  const { migrations } = await ctx.ports.releasePlans.plan(app);
  const commands = parts.flatMap((part) =>
    (migrations[part] ?? []).map((template) => {
      const shown = shownCommand(template, { app, service: part, env });
      return parts.length === 1 ? shown : `${part}: ${shown}`;
    }),
  );
  return { commands };
}

/** Targets of running deploys, one row per run. */
export async function listDeployLocks(ctx: Ctx): Promise<DeployLock[]> {
  const held = await listLocks(ctx.db, 'deploy:');
  const byRun = new Map(held.map((lock) => [lock.runId, lock]));
  return [...byRun.values()].flatMap(({ runId, facts, startedBy, startedAt, unseenAt }) => {
    const lock = deployLock.safeParse({
      ...facts,
      run_id: runId,
      owner: startedBy,
      since: startedAt.toISOString(),
      unseen_since: unseenAt?.toISOString() ?? null,
    });
    return lock.success ? [lock.data] : [];
  });
}
