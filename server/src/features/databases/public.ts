export { databaseHosts } from './tables.ts';
