export { logLevelSeen } from './log-level-seen.ts';
export { temporaryLevelOfTenant } from './queries-detail.ts';
