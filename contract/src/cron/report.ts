import { defineReport } from '../reports/define-report.ts';
import { cronEntry } from './schema.ts';

export const reportCron = defineReport(
  'cron',
  "The state of tenants' cron: running tasks, all tasks, their logs.",
  cronEntry,
);
