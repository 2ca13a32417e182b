export { startProber } from './probe/prober.ts';
export { createProberHealth, type ProberHealth } from './probe/check-thread.ts';
export { importMonitorResults } from './charts/import-history.ts';
export { listTenantsDown, listTenantsOf, sitesOfTenant } from './queries.ts';
export { monitorOutages, monitors, monitorWorkers } from './tables.ts';
export { monitorSources, monitorTimeline } from './timeline.ts';
export { statusRoute } from './status/status-route.ts';
