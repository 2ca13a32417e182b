export { systemOfTenant, systemReportOfTenant } from './queries.ts';
export { systemValues } from './tables.ts';
