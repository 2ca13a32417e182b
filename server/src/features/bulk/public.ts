export { resumeDeadBulk } from './work-bulk.ts';
export { bulkTimeline } from './timeline.ts';
export { findBulks } from './queries.ts';
export { bulkChanges } from './tables.ts';
