import { defineCall } from '../call.ts';
import { TOPIC } from '../topics.ts';
import { z } from 'zod';

/** Maximum length of a search text, in characters. */
export const SEARCH_LIMIT = 200;

/** The search text; an empty one has no results (C-136). A repeated `val` is rejected. No stored name contains NUL. */
export const searchQuery = z.strictObject({
  val: z
    .string({ error: 'Send val once, as text.' })
    .trim()
    .max(SEARCH_LIMIT, `Search for at most ${SEARCH_LIMIT} characters.`)
    .refine((text) => !text.includes('\0'), 'The text has a character that no name can have.'),
});

export const searchResult = z.object({ id: z.int(), name: z.string() });
export type SearchResult = z.infer<typeof searchResult>;

export const searchAnswer = z.object({ results: z.array(searchResult) });

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
