export { LogLevelControl, useLogLevel } from './log-level-control.tsx';
export { ServerStanding } from './server-standing.tsx';
export { SwitchEndMenu, useSwitchEnd } from './switch-end.tsx';
