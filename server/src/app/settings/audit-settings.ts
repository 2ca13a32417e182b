import { z } from 'zod';
import { bearerToken, httpUrl, nonEmpty, wholeNumber } from './setting-values.ts';

/** Settings of the audit log: where its checkpoints go, and how long its events are kept. */
export const auditSettings = {
  AUDIT_CHECKPOINTS_FILE: nonEmpty
    .optional()
    .describe(
      'File to which signed audit checkpoints are appended, preferably on another machine; audit-checkpoints.ndjson in DATA_DIR when absent.',
    ),
  AUDIT_WEBHOOK: httpUrl.optional().describe('Address to which each signed audit checkpoint is also posted.'),
  AUDIT_WEBHOOK_TOKEN: bearerToken.optional().describe('Bearer token sent to AUDIT_WEBHOOK.'),
  AUDIT_BUCKET: httpUrl
    .optional()
    .describe('S3-compatible bucket with object lock in which each signed audit checkpoint is also stored.'),
  AUDIT_BUCKET_REGION: nonEmpty.default('us-east-1').describe('Region of AUDIT_BUCKET.'),
  AUDIT_BUCKET_KEY_ID: nonEmpty.optional().describe('Access key id for AUDIT_BUCKET; needed with it.'),
  AUDIT_BUCKET_KEY: nonEmpty.optional().describe('Secret access key for AUDIT_BUCKET; needed with it.'),
  AUDIT_BUCKET_DAYS: wholeNumber(z.int().min(1).max(36_500))
    .default(3_650)
    .describe('Days for which the object lock of AUDIT_BUCKET keeps a checkpoint (compliance mode).'),
  AUDIT_DAYS: wholeNumber(z.int().min(1))
    .optional()
    .describe(
      'Days to keep audit events, forever when absent. Older ones are removed each night and whenever a worker starts, so at once when this is set: export them first. On PostgreSQL only the process with DATABASE_OWNER_URL may have it (docs/operating.md).',
    ),
};

/** Faults of settings that need each other, as lines. */
export function auditFaults(given: Record<string, string | undefined>): string[] {
  const faults: string[] = [];
  if (given['DATABASE_OWNER_URL'] !== undefined && given['DATABASE_URL'] === undefined) {
    faults.push('  DATABASE_OWNER_URL: needs DATABASE_URL, with a role of its own');
  }
  if (given['AUDIT_DAYS'] !== undefined && given['DATABASE_URL'] !== undefined && !given['DATABASE_OWNER_URL']) {
    faults.push('  AUDIT_DAYS: needs DATABASE_OWNER_URL on PostgreSQL; set both for one worker');
  }
  return faults;
}
