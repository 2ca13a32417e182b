export { ServicesSkeleton } from './parts/services-skeleton.tsx';
export { ServicesTab } from './parts/services-tab.tsx';
export { configuredServices, usedEnvironments } from './tenant-services.ts';
