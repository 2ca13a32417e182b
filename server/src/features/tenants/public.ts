export { getTenantDetail } from './get-tenant.ts';
export { setDeploymentGroup, switchService, switchTenant } from './update-tenant.ts';
export { tenantTimeline } from './timeline.ts';
export { readTenantRows } from './queries-list.ts';
