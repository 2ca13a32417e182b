export { logLevelSeen } from './log-level-seen.ts';
export {
  failedServers,
  publishControlFile,
  publishUntilConfirmed,
  sendControlFile,
  type ControlJob,
} from './publish-control-file.ts';
export { listOverdueSwitches, removeSwitchEnd, temporaryLevelOfTenant, type SwitchEnd } from './queries.ts';
export { REVERT_JOB, setSwitchEnd } from './switch-ends.ts';
