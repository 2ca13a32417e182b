import { z } from 'zod';
import { defineCall } from '../call.ts';
import { TOPIC } from '../topics.ts';
import { idParams } from '../id.ts';
import { defineReport } from '../reports/define-report.ts';

const MAX_VALUES = 500;

export const reportSystem = defineReport(
  'system',
  "What tenants' systems report about themselves; replaces earlier reports.",
  {
    system: z
      .record(z.string().min(1).max(200), z.string().max(2000))
      .refine((values) => Object.keys(values).length <= MAX_VALUES, `has more than ${MAX_VALUES} values`),
  },
);

export const getSystemReport = defineCall({
  name: 'getSystemReport',
  method: 'GET',
  path: '/api/tenant/{id}/system',
  access: 'viewer',
  topics: ({ params }) => [TOPIC.tenant(params.id)],
  summary: "When the tenant's system reported the values shown as the tenant's `system`.",
  params: idParams,
  response: z.object({
    /** When the report was made, ISO 8601; null without one. */
    created: z.string().nullable(),
  }),
});
