export { getLogLevel } from './get-log-level.ts';
