import { parseSync } from 'oxc-parser';

/** What the browser's client needs of a call; the schemas are for the server, and for the types, which are erased. */
const VALUES = new Set(['name', 'method', 'path', 'access', 'status', 'form', 'throttleMs', 'timeoutMs']);
/** Copied as it is written, so it may use what topics.ts exports, and nothing else. */
const TOPICS = 'topics';

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/**
 * The heads of a contract's calls.ts, each a module by the name of its call, so that zod and all schemas stay out of the
 * browser bundle, and a page loads the heads of the calls it makes only.
 * @throws when a head holds anything but plain values, which could not be taken out of the file.
 */
export function callHeads(path: string, source: string): Map<string, string> {
  const { program } = parseSync(path, source);
  const statements = program.body as unknown as Node[];
  const imports = statements
    .filter((node) => node.type === 'ImportDeclaration' && /\/topics\.ts'/.test(source.slice(node.start, node.end)))
    .map(({ start, end }) => `${source.slice(start, end)}\n`);
  const heads = statements.flatMap((statement) => {
    const declared = statement.type === 'ExportNamedDeclaration' ? (statement['declaration'] as Node | null) : null;
    const declarators = declared?.type === 'VariableDeclaration' ? (declared['declarations'] as Node[]) : [];
    return declarators.flatMap((declarator) => headOf(path, source, declarator) ?? []);
  });
  return new Map(heads.map(([name, head]) => [name, `${imports.join('')}${head}\n`]));
}

function headOf(path: string, source: string, declarator: Node): [[string, string]] | null {
  const made = declarator['init'] as Node | null;
  if (made?.type !== 'CallExpression' || (made['callee'] as Node)['name'] !== 'defineCall') return null;
  const name = (declarator['id'] as Node)['name'] as string;
  const [facts] = made['arguments'] as Node[];
  const parts = (facts?.['properties'] as Node[] | undefined)?.flatMap((property) => {
    const key = (property['key'] as Node | undefined)?.['name'] as string | undefined;
    const value = property['value'] as Node;
    if (key === TOPICS) {
      if (value.type !== 'ArrowFunctionExpression')
        throw new Error(`${path}: topics of the call ${name} is no arrow function.`);
      return [source.slice(property.start, property.end)];
    }
    if (key === undefined || !VALUES.has(key)) return [];
    if (value.type !== 'Literal') throw new Error(`${path}: ${key} of the call ${name} is no plain value.`);
    return [`${key}: ${source.slice(value.start, value.end)}`];
  });
  if (!parts) throw new Error(`${path}: the call ${name} is not written as an object.`);
  return [[name, `export const ${name} = { ${parts.join(', ')} };`]];
}
