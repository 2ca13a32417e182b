export { startProber } from './probe/prober.ts';
export { importMonitorResults } from './charts/import-history.ts';
