import { parseSync } from 'oxc-parser';
import type { Source } from './sources.ts';

/** A node of the syntax tree with its position in the text. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

export const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/** A node and all nodes below it. */
export function* nodesOf(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const item of value as unknown[]) yield* nodesOf(item);
  else if (isNode(value)) {
    yield value;
    for (const child of Object.values(value)) if (typeof child === 'object') yield* nodesOf(child);
  }
}

/** The call expressions of a file whose text matches. */
export function listCalls({ path, text }: Source, pattern: RegExp): Node[] {
  return [...nodesOf(parseSync(path, text).program)].filter(
    ({ type, start, end }) => type === 'CallExpression' && pattern.test(text.slice(start, end)),
  );
}
