import type pg from 'pg';

/** Executions after which a text gets a name. */
const FREQUENT = 8;
/** Names per process; each is a plan that every connection keeps. */
const MAX_NAMES = 128;
/** Maximum texts counted at a time: a statement on lists of varying length has one text per length. */
const MAX_COUNTED = 512;

/**
 * Names statements that are executed often, so that PostgreSQL parses and plans them once per connection. Drizzle can prepare statements
 * only for a database, not within a transaction. A text without parameters is left unnamed, since it may contain several statements.
 */
export function createStatementNames(): <Statement>(statement: Statement, values: unknown) => Statement {
  const counts = new Map<string, number>();
  const names = new Map<string, string>();

  /** Counts an execution; returns the text's name once it is frequent. */
  function nameOf(text: string): string | undefined {
    const known = names.get(text);
    if (known !== undefined || names.size >= MAX_NAMES) return known;
    const count = (counts.get(text) ?? 0) + 1;
    if (count < FREQUENT) {
      if (counts.size >= MAX_COUNTED) counts.clear();
      counts.set(text, count);
      return undefined;
    }
    counts.delete(text);
    const name = `frequent_${names.size}`;
    names.set(text, name);
    return name;
  }

  return (statement, values) => {
    const { text, name } = statement as Partial<pg.QueryConfig>;
    if (text === undefined || name !== undefined || !Array.isArray(values) || values.length === 0) return statement;
    const frequent = nameOf(text);
    return frequent === undefined ? statement : { ...statement, name: frequent };
  };
}
