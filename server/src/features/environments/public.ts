export { certificates, environments, regions, servers } from './tables.ts';
