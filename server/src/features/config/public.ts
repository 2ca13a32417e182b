export { insertConfigs, type ConfigItemInput, type ImportedConfig } from './insert-configs.ts';
export { listConfigStates } from './queries-states.ts';
export { configItems, configKeys } from './tables.ts';
