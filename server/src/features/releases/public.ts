export { putServedPast } from './queries.ts';
