export { cronOfTenant, hasCronOn, hasServiceOn, importCronReports } from './queries.ts';
export { cronReports, cronTroubles } from './tables.ts';
export { cronSources } from './timeline.ts';
