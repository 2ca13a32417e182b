export { LogLevelControl } from './log-level-control.tsx';
