export { cronOfTenant, importCronReports } from './queries.ts';
export { runsThere } from './queries-board.ts';
export { cronReports, cronTroubles } from './tables.ts';
export { cronSources } from './timeline.ts';
