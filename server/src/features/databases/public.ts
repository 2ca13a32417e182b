export { putDatabasePast } from './put-past.ts';
export { databaseHosts } from './tables.ts';
