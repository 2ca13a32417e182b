import { parseSync } from 'oxc-parser';

/** What the browser's client needs of a call; the schemas are for the server, and for the types, which are erased. */
const HEAD = new Set(['name', 'method', 'path', 'access', 'status', 'form']);

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/**
 * A contract's calls.ts with nothing but the heads of its calls, so that zod and all schemas stay out of the browser bundle.
 * @throws when a head holds anything but plain values, which could not be taken out of the file.
 */
export function callHeads(path: string, source: string): string {
  const { program } = parseSync(path, source);
  const heads = (program.body as unknown as Node[]).flatMap((statement) => {
    const declared = statement.type === 'ExportNamedDeclaration' ? (statement['declaration'] as Node | null) : null;
    const declarators = declared?.type === 'VariableDeclaration' ? (declared['declarations'] as Node[]) : [];
    return declarators.flatMap((declarator) => headOf(path, source, declarator) ?? []);
  });
  return `${heads.join('\n')}\n`;
}

function headOf(path: string, source: string, declarator: Node): string | null {
  const made = declarator['init'] as Node | null;
  if (made?.type !== 'CallExpression' || (made['callee'] as Node)['name'] !== 'defineCall') return null;
  const name = (declarator['id'] as Node)['name'] as string;
  const [facts] = made['arguments'] as Node[];
  const parts = (facts?.['properties'] as Node[] | undefined)?.flatMap((property) => {
    const key = (property['key'] as Node | undefined)?.['name'] as string | undefined;
    if (key === undefined || !HEAD.has(key)) return [];
    const value = property['value'] as Node;
    if (value.type !== 'Literal') throw new Error(`${path}: ${key} of the call ${name} is no plain value.`);
    return [`${key}: ${source.slice(value.start, value.end)}`];
  });
  if (!parts) throw new Error(`${path}: the call ${name} is not written as an object.`);
  return `export const ${name} = { ${parts.join(', ')} };`;
}
