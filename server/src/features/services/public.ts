export { listDomainsOf, listServicesOf, setServiceSwitch } from './queries.ts';
export { domains, tenantServices } from './tables.ts';
