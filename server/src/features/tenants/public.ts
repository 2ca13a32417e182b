export { setDeploymentGroup, switchService, switchTenant } from './update-tenant.ts';
