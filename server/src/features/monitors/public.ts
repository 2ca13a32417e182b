export { startProber } from './probe/prober.ts';
export { putMonitorPast } from './charts/put-past.ts';
