export { putBrandingPast } from './put-past.ts';
