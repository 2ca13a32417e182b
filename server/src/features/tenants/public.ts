export { setDeploymentGroup, switchService, switchTenant } from './update-tenant.ts';
export { tenantTimeline } from './timeline.ts';
