export { putCronPast } from './queries.ts';
