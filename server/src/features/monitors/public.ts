export { startProber } from './prober.ts';
