import { reportSystem } from './report.ts';

export const systemCalls = [reportSystem];
