export { relationsOfTenant, relationsSeenFrom } from './queries.ts';
