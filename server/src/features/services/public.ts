export { domains, tenantServices } from './tables.ts';
