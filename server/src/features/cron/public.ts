export { cronOfTenant, importCronReports } from './queries.ts';
export { cronReports } from './tables.ts';
