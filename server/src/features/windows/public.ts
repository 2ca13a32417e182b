export { isWindowActor, windowActor } from './move-switches.ts';
export {
  claimService,
  listServicesToSwitch,
  listSwitchingTimes,
  listWindowTimes,
  type TenantService,
  type SwitchingTime,
  type WindowTime,
} from './queries.ts';
export { announcedWindowEnd, wasInWindow, windowEndAt } from './queries-scope.ts';
export { isWithin, stretchesAt } from './stretches.ts';
export { windowSources } from './timeline.ts';
export { FOLLOW_WINDOWS_JOB } from './window-times.ts';
