export { checkRelations, type RelationEntry, type RelationTenant } from './check-relations.ts';
export { relationsOfTenant, relationsSeenFrom } from './queries.ts';
export { listStoredRelations, lockRelations } from './queries-write.ts';
export { replaceRelations } from './replace-relations.ts';
export { relations } from './tables.ts';
