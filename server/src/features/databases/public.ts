export { putDatabasePast } from './queries-samples.ts';
