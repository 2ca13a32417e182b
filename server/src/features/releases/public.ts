export { importServedVersions } from './queries.ts';
