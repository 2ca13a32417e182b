import { putBrandingPast } from '../../features/branding/public.ts';
import { putCronPast } from '../../features/cron/public.ts';
import { putDatabasePast } from '../../features/databases/public.ts';
import type { PastWriter } from '../../features/inventory/public.ts';
import { putMonitorPast } from '../../features/monitors/public.ts';
import { putServedPast } from '../../features/releases/public.ts';
import { putRunPast } from '../../features/runs/public.ts';

/** Importers of the parts of an inventory's history. */
export const PAST: readonly PastWriter[] = [
  (db, history, _, now) => putMonitorPast(db, history, now),
  (db, history, { databaseHosts }) => putDatabasePast(db, history, databaseHosts),
  (db, history, ids) => putCronPast(db, history, ids),
  (db, { runs }, { tenants }) => putRunPast(db, runs, tenants),
  (db, { served }) => putServedPast(db, served),
  (db, { brandings }, { tenants }) => putBrandingPast(db, brandings, tenants),
];
