export { importCronReports } from './queries.ts';
