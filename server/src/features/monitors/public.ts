export { startProber } from './prober.ts';
export { putMonitorPast } from './put-past.ts';
