import { importBrandings } from '../../features/branding/queries.ts';
import { importCronReports } from '../../features/cron/public.ts';
import { importDatabaseLoads } from '../../features/databases/public.ts';
import type { PastWriter } from '../../features/inventory/public.ts';
import { importMonitorResults } from '../../features/monitors/public.ts';
import { importServedVersions } from '../../features/releases/public.ts';
import { importRuns } from '../../features/runs/public.ts';
import { claimUnusedAdmin, ensureFirstAdmin } from '../../features/auth/public.ts';
import { systemCtx, type Services } from '../../platform/context.ts';
import type { Env } from './env.ts';

/** Importers of the parts of an inventory's history. */
export const PAST: readonly PastWriter[] = [
  (db, history, _, now) => importMonitorResults(db, history, now),
  (db, history, { databaseHosts }) => importDatabaseLoads(db, history, databaseHosts),
  (db, history, ids) => importCronReports(db, history, ids),
  (db, { runs }, { tenants }) => importRuns(db, runs, tenants),
  (db, { served }) => importServedVersions(db, served),
  (db, { brandings }, { tenants }) => importBrandings(db, brandings, tenants),
];

/** Creates the first account and prints a generated password; later starts apply ADMIN_PASSWORD only until the account is used (0038). */
export async function openFirstAccount(
  { ADMIN_USER: user, ADMIN_PASSWORD: password }: Pick<Env, 'ADMIN_USER' | 'ADMIN_PASSWORD'>,
  services: Services,
): Promise<void> {
  const ctx = systemCtx(services, 'import');
  const made = await ensureFirstAdmin(ctx, { user, password });
  if (made?.password)
    process.stdout.write(`First account: ${made.user}, password ${made.password} (shown only this once)\n`);
  if (made) return;
  const state = await claimUnusedAdmin(ctx, { user, password });
  if (state === 'password set') services.log.info({ user }, 'ADMIN_PASSWORD is now the password of the first account');
  if (state === 'unused' && password === undefined)
    services.log.warn(
      { user },
      'nobody has signed in as the first account yet; if its password is lost, set ADMIN_PASSWORD and restart',
    );
}
