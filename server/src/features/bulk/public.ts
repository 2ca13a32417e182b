export { resumeDeadBulk } from './work-bulk.ts';
export { bulkTimeline } from './timeline.ts';
