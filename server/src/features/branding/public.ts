export { putBrandingPast } from './queries.ts';
