export { findAlerts } from './queries.ts';
export { alertRules, alerts } from './tables.ts';
