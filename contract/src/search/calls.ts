import { defineCall } from '../call.ts';
import { TOPIC } from '../topics.ts';
import { searchAnswer, searchQuery } from './schema.ts';

export const omnisearch = defineCall({
  name: 'omnisearch',
  method: 'GET',
  path: '/api/omnisearch/',
  access: 'viewer',
  topics: () => [TOPIC.tenants],
  summary:
    'Tenants whose name contains the text: first names that start with it, then names with a word that does, then the rest.',
  query: searchQuery,
  answer: searchAnswer,
});

export const searchCalls = [omnisearch];
