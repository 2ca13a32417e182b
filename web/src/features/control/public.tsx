export { LogLevelControl, useLogLevel } from './log-level-control.tsx';
export { ServerStanding } from './server-standing.tsx';
export { SWITCH_ENDS, SwitchEndMenu, useSwitchEnd } from './switch-end.tsx';
