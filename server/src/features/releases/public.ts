export { putServedPast } from './put-past.ts';
