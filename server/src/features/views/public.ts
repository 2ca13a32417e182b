export { findViews } from './queries.ts';
export { savedViews } from './tables.ts';
export { listFilters, putViewUses } from './queries-uses.ts';
export { changeView, deleteView, saveView } from './service.ts';
