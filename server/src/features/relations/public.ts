export { listRelationsOf } from './queries.ts';
