export { cronOfTenant, importCronReports } from './queries.ts';
export { cronReports } from './tables.ts';
export { cronSources } from './timeline.ts';
