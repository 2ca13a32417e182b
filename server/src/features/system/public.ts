export { readSystemValues } from './queries.ts';
export { systemValues } from './tables.ts';
