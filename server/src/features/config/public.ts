export { insertConfigs } from './insert-configs.ts';
export { listConfigStates } from './queries-states.ts';
export { publishFile } from './render-config.ts';
export { configItems, configKeys, configs } from './tables.ts';
export { endAllLeases } from './queries-publications.ts';
