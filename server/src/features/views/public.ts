export { findViews } from './queries.ts';
export { savedViews } from './tables.ts';
