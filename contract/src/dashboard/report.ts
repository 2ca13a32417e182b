import { defineReport } from '../reports/define-report.ts';
import { sddErrorsEntry, statisticsEntry } from './schema.ts';

export const reportStatistics = defineReport(
  'statistics',
  "Numbers of tenants' members, in place of those before.",
  statisticsEntry,
);

export const reportSddErrors = defineReport(
  'sdd-errors',
  "Errors of tenants' SDD; those told before may be told again.",
  sddErrorsEntry,
);
