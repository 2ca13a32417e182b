import { defineReport } from '../reports/define-report.ts';
import { competencyStructure } from './schema.ts';

export const reportCompetencies = defineReport(
  'competencies',
  'The levels, groups and competencies of tenants, in place of those before.',
  competencyStructure.shape,
);
