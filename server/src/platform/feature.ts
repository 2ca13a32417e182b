import type { AuditRetention } from './audit/removals.ts';
import type { Handler } from './calls/handler.ts';
import type { Services } from './context.ts';
import type { JobKind } from './jobs/jobs.ts';

/** What a feature contributes to the console. `server/src/app/features.ts` lists all features. */
export interface Feature {
  /** The handlers of its calls. */
  readonly routes: readonly Handler[];
  /** Its background work, in processes with `PROCESS=all` or `worker`. */
  readonly jobs?: (services: Services, limits: JobLimits) => JobKind<object>[];
  /** Its metrics of the whole installation. */
  readonly metrics?: readonly Metric[];
}

/** Retention limits of jobs, from the settings. */
export interface JobLimits {
  /** Builds for each service and environment. */
  releasesKept: number;
  /** Days after the end of a run. */
  runOutputDays: number;
  /** Null: events are kept forever. */
  auditRetention: AuditRetention | null;
}

/**
 * A metric of the whole installation, read from the database: every process reports the same values, apart from the age of its last read.
 */
export interface Metric {
  name: string;
  help: string;
  /** The label that distinguishes its values; null for a single value. */
  label: string | null;
  /** Values by label value ('' without a label); absent ones are not reported. */
  read(services: Pick<Services, 'db' | 'clock'>): Promise<ReadonlyMap<string, number>>;
}
