export { changeService } from './change-service.ts';
export { setServiceSwitch } from './queries-adding.ts';
export { versionsReportedAt } from './queries-versions.ts';
export { domainsOfTenant, servicesOfTenant, type DomainFacts, type ServiceFacts } from './queries-detail.ts';
export { serviceTimeline } from './timeline.ts';
