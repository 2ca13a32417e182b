export { systemOfTenant } from './queries.ts';
export { systemValues } from './tables.ts';
