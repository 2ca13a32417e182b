import { putBrandingPast } from '../features/branding/public.ts';
import { putDatabasePast } from '../features/databases/public.ts';
import type { PastWriter } from '../features/inventory/public.ts';
import { putMonitorPast } from '../features/monitors/public.ts';
import { putServedPast } from '../features/releases/public.ts';
import { putRunPast } from '../features/runs/public.ts';

/** Who stores which part of an inventory's history. */
export const PAST: readonly PastWriter[] = [
  (db, history, _, now) => putMonitorPast(db, history, now),
  (db, history, { databaseHosts }) => putDatabasePast(db, history, databaseHosts),
  (db, { runs }, { tenants }) => putRunPast(db, runs, tenants),
  (db, { served }) => putServedPast(db, served),
  (db, { brandings }, { tenants }) => putBrandingPast(db, brandings, tenants),
];
