export { resumeDeadBulk } from './work-bulk.ts';
