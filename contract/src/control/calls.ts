import { z } from 'zod';
import { defineCall } from '../call.ts';
import { tenantParams } from '../id.ts';
import { logLevel, tenantLogLevel } from './schema.ts';

export const setLogLevel = defineCall({
  name: 'setLogLevel',
  method: 'POST',
  path: '/api/tenant/{id}/loglevel',
  access: 'operator',
  timeoutMs: 60_000,
  summary: 'Sets a temporary log level, which a job reverts at the time `return`.',
  params: tenantParams,
  /** `return`: UTC, `YYYY-MM-DD HH:mm:ss`. */
  body: z.strictObject({ new: logLevel, return: z.string().max(40) }),
  answer: z.object({ warning: z.string().optional(), log_level: tenantLogLevel }),
});

export const restoreLogLevel = defineCall({
  name: 'restoreLogLevel',
  method: 'DELETE',
  path: '/api/tenant/{id}/loglevel',
  access: 'operator',
  timeoutMs: 60_000,
  summary: 'Restores the log level ahead of time.',
  params: tenantParams,
  answer: z.object({ warning: z.string().optional(), log_level: tenantLogLevel }),
});
