export { deployedFor, importServedVersions } from './queries.ts';
export { releaseTargets } from './tables.ts';
export { releaseSources } from './timeline.ts';
