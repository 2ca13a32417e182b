export { changeService, serviceForm } from './change-service.ts';
export { setServiceSwitch } from './queries.ts';
export { domainsOfTenant, servicesOfTenant, type DomainFacts, type ServiceFacts } from './queries-detail.ts';
export { domains, tenantServices } from './tables.ts';
