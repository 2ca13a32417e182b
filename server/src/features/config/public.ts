export { initConfigs } from './init-configs.ts';
export { insertConfigs } from './insert-configs.ts';
export { publish } from './publish.ts';
export { configHashesOfTenant, statesOf, type HashRow } from './queries-states.ts';
export { publishFile } from './render-config.ts';
export { save as saveConfigDiff } from './save-config.ts';
export { withdrawConfigs } from './withdraw-configs.ts';
export { configItems, configKeys, configs } from './tables.ts';
export { endAllLeases } from './queries-publications.ts';
