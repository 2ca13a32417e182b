export { importDatabaseLoads } from './queries-samples.ts';
