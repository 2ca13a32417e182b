import { defineCall } from '../call.ts';
import { searchAnswer, searchQuery } from './schema.ts';

export const omnisearch = defineCall({
  name: 'omnisearch',
  method: 'GET',
  path: '/api/omnisearch/',
  access: 'viewer',
  summary: 'Tenants whose name contains the text: names that begin with it first, then words that do, then the rest.',
  query: searchQuery,
  answer: searchAnswer,
});

export const searchCalls = [omnisearch];
