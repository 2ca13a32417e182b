export { createPresenceBeat, type PresenceBeat } from './service.ts';
