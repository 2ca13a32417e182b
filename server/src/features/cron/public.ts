export { cronOfTenant, importCronReports } from './queries.ts';
export { hasCronOnEnvironment } from './queries-board.ts';
export { cronReports, cronTroubles } from './tables.ts';
export { cronSources } from './timeline.ts';
