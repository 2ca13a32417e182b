export { logLevelSeen } from './log-level-seen.ts';
export {
  failedServers,
  publishControlFile,
  publishUntilConfirmed,
  readPlaces,
  sendControlFile,
  type ControlJob,
} from './publish-control-file.ts';
export {
  forgetConfirmations,
  listOverdueSwitches,
  moveSwitchEnds,
  removeSwitchEnd,
  removeSwitchEnds,
  temporaryLevelOfTenant,
  unconfirmedOfTenant,
  type SwitchEnd,
} from './queries.ts';
export { REVERT_JOB, setSwitchEnd } from './switch-ends.ts';
export { setLevelIn } from './set-log-level.ts';
export { listControlled, type Controlled } from './queries-many.ts';
export { restoreLevelIn } from './restore-log-level.ts';
export { controlConfirmations } from './tables.ts';
export { logLevelTimeline } from './timeline.ts';
