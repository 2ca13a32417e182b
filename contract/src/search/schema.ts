import { z } from 'zod';

/** Longest text that is searched for, in characters. */
export const SEARCH_LIMIT = 200;

/** What was typed; nothing finds nothing (C-136). A repeated `val` is no text and is refused. NUL cannot be part of any stored name. */
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
