import { sql, type Column, type Placeholder, type SQL } from 'drizzle-orm';
import { perDatabase, type Database } from './database.ts';

type Text = Column | SQL;
/** Words in lower case, or their places in a prepared statement. */
export type Words = readonly (string | Placeholder)[];

/** True for rows whose texts together contain every word, ignoring case. @param words taken literally */
export function containsWords(words: Words, ...texts: readonly Text[]): SQL {
  const all = sql`lower(concat_ws(' ', ${sql.join([...texts], sql`, `)}))`;
  return sql.join(
    words.map((word) => sql`strpos(${all}, ${word}::text) > 0`),
    sql` and `,
  );
}

/** Sorts rows whose text starts with the first word before the others. */
export const startsFirst = ([word = '']: Words, text: Text): SQL =>
  sql`starts_with(lower(${text}), ${word}::text) desc`;

interface Select<Row> {
  as(alias: string): { _: { sql: SQL; selectedFields: object } };
  _: { readonly result: Row[] };
}

/** A search for items of one kind, which shares a statement with others. */
export interface Search<Item> {
  list: SQL<unknown[]>;
  toItems(rows: unknown[]): Item[];
}

/** @param select of fields that JSON can represent */
export function searchOf<Row, Item>(select: Select<Row>, toItem: (row: Row) => Item): Search<Item> {
  const { sql: text, selectedFields } = select.as('found')._;
  const names = Object.keys(selectedFields).map((name) => sql.identifier(name));
  return {
    list: sql`(select coalesce(json_agg(found), '[]'::json) from (${text}) as found(${sql.join(names, sql`, `)}))`,
    toItems: (rows) => (rows as Row[]).map(toItem),
  };
}

/**
 * Prepares searches as one statement for each key.
 * @param name prefix of the statement names
 * @param build the searches, with placeholders for the values
 * @returns a function that runs the searches of a key and returns what each found, in their order
 */
export const searchesByKey = <Item>(name: string, build: (db: Database, key: string) => Search<Item>[]) =>
  perDatabase((db) => {
    const made = new Map<string, (values: Record<string, unknown>) => Promise<Item[][]>>();
    function prepare(key: string) {
      const searches = build(db, key);
      const statement = db
        .select(Object.fromEntries(searches.map(({ list }, at) => [at, list])))
        .from(sql`(select) one_row`)
        .prepare(`${name}_${made.size}`);
      return async (values: Record<string, unknown>) => {
        const [found = {}] = await statement.execute(values);
        return searches.map(({ toItems }, at) => toItems(found[at] ?? []));
      };
    }
    return (key: string, values: Record<string, unknown>) => {
      const run = made.get(key) ?? prepare(key);
      made.set(key, run);
      return run(values);
    };
  });
