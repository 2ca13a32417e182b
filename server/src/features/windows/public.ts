export { isWindowActor, windowActor } from './move-switches.ts';
export {
  claimService,
  listServicesToSwitch,
  listSwitchingOccurrences,
  listOccurrences,
  type TenantService,
  type SwitchingOccurrence,
  type WindowOccurrence,
} from './queries.ts';
export { announcedWindowEnd, wasInWindow, windowEndAt } from './queries-scope.ts';
export { isWithin, windowRangesOf } from './window-ranges.ts';
export { windowSources } from './timeline.ts';
export { FOLLOW_WINDOWS_JOB } from './window-times.ts';
