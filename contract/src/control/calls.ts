import { z } from 'zod';
import { defineCall } from '../call.ts';
import { idParams } from '../id.ts';
import { TOPIC } from '../topics.ts';
import { logLevel, tenantControl, tenantLogLevel } from './schema.ts';

export const setLogLevel = defineCall({
  name: 'setLogLevel',
  method: 'POST',
  path: '/api/tenant/{id}/loglevel',
  access: 'operator',
  timeoutMs: 60_000,
  summary: 'Sets a temporary log level, which a job reverts at the time `return`.',
  params: idParams,
  /** `return`: UTC, `YYYY-MM-DD HH:mm:ss`. */
  body: z.strictObject({ new: logLevel, return: z.string().max(40) }),
  response: z.object({ warning: z.string().optional(), log_level: tenantLogLevel }),
});

export const restoreLogLevel = defineCall({
  name: 'restoreLogLevel',
  method: 'DELETE',
  path: '/api/tenant/{id}/loglevel',
  access: 'operator',
  timeoutMs: 60_000,
  summary: 'Restores the log level before its time.',
  params: idParams,
  response: z.object({ warning: z.string().optional(), log_level: tenantLogLevel }),
});

export const getControl = defineCall({
  name: 'getControl',
  method: 'GET',
  path: '/api/tenant/{id}/control',
  access: 'viewer',
  topics: ({ params }) => [TOPIC.control(params.id), TOPIC.tenant(params.id)],
  summary: "Which servers have confirmed a tenant's switches, and when temporary ones end.",
  params: idParams,
  response: tenantControl,
});

export const sendControl = defineCall({
  name: 'sendControl',
  method: 'POST',
  path: '/api/tenant/{id}/control',
  access: 'operator',
  timeoutMs: 60_000,
  summary: "Writes a tenant's control files to its servers now, and reads them back.",
  params: idParams,
  response: tenantControl,
});
