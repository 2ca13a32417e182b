import { z } from 'zod';
import { defineCall } from '../call.ts';
import { tenantParams } from '../tenants/schema.ts';
import { logLevel, tenantLogLevel } from './schema.ts';

export const setLogLevel = defineCall({
  name: 'setLogLevel',
  method: 'POST',
  path: '/api/tenant/{id}/loglevel',
  access: 'operator',
  summary: 'Sets a temporary log level, which a job takes back at the time `return`.',
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
  summary: 'Restores the log level before its time.',
  params: tenantParams,
  answer: z.object({ warning: z.string().optional(), log_level: tenantLogLevel }),
});

export const logLevelCalls = [setLogLevel, restoreLogLevel];
