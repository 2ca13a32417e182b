export { putDatabasePast } from './put-past.ts';
