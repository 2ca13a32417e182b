export { logLevelSeen } from './log-level-seen.ts';
export { failedServers, publishControlFile, sendControlFile } from './publish-control-file.ts';
export { temporaryLevelOfTenant } from './queries.ts';
