export { importBrandings } from './queries.ts';
