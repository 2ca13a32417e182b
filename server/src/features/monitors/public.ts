export { startProber } from './probe/prober.ts';
export { createProberHealth, type ProberHealth } from './probe/check-thread.ts';
export { importMonitorResults } from './charts/import-history.ts';
export { listTenantsOf, sitesOfTenant } from './queries.ts';
export { monitors } from './tables.ts';
