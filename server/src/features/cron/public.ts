export { putCronPast } from './put-past.ts';
