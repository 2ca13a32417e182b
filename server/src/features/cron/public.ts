export { cronOfTenant, importCronReports } from './queries.ts';
