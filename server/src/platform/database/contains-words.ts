import { sql, type Column, type SQL } from 'drizzle-orm';

type Text = Column | SQL;

/** True for rows whose texts together contain every word, ignoring case. @param words in lower case, taken literally */
export function containsWords(words: readonly string[], ...texts: readonly Text[]): SQL {
  const all = sql`lower(concat_ws(' ', ${sql.join([...texts], sql`, `)}))`;
  return sql.join(
    words.map((word) => sql`strpos(${all}, ${word}::text) > 0`),
    sql` and `,
  );
}

/** Sorts rows whose text starts with the first word before the others. */
export const startsFirst = ([word = '']: readonly string[], text: Text): SQL =>
  sql`starts_with(lower(${text}), ${word}::text) desc`;
