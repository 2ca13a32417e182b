import { z } from 'zod';
import { defineReport } from '../reports/define-report.ts';

const VALUES_A_TENANT = 500;

export const reportSystem = defineReport(
  'system',
  "What tenants' systems say about themselves, in place of what they said before.",
  {
    system: z
      .record(z.string().min(1).max(200), z.string().max(2000))
      .refine((values) => Object.keys(values).length <= VALUES_A_TENANT, `has more than ${VALUES_A_TENANT} values`),
  },
);
