/** A fenced block of a step: a diff without line numbers, or a whole file. */
export interface Block {
  readonly language: string;
  readonly lines: readonly string[];
}

/** One step of a recipe: a file, and what to change in it. A step without blocks is prose. */
export interface Step {
  readonly path: string;
  readonly blocks: readonly Block[];
}

export interface Recipe {
  readonly title: string;
  readonly steps: readonly Step[];
}

const STEP = /^\d+\. (?:`([^`]+)`|\*\*([^*]+)\*\* \(new\)):/;
const INDENT = '   ';

/** Reads the recipes of a page: headings of level 2, numbered steps that begin with a path, indented fenced blocks. */
export function readRecipes(page: string): Recipe[] {
  return page
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [title = '', ...lines] = part.split('\n');
      return { title, steps: readSteps(lines) };
    });
}

function readSteps(lines: readonly string[]): Step[] {
  const steps: { path: string; blocks: { language: string; lines: string[] }[] }[] = [];
  let open: { language: string; lines: string[] } | undefined;
  for (const line of lines) {
    const text = line.startsWith(INDENT) ? line.slice(INDENT.length) : line;
    const fence = /^```(\w*)$/.exec(text);
    if (open && fence) open = undefined;
    else if (open) open.lines.push(text);
    else if (fence) steps.at(-1)?.blocks.push((open = { language: fence[1] ?? '', lines: [] }));
    else {
      const [, existing, added] = STEP.exec(line) ?? [];
      const path = existing ?? added;
      if (path !== undefined) steps.push({ path, blocks: [] });
    }
  }
  return steps;
}

/**
 * The text of a file after a block; commands (`sh`) change nothing.
 * @throws unless the lines that a diff keeps or removes occur exactly once in the file, and when a new file already exists
 */
export function applyBlock(path: string, text: string | null, { language, lines }: Block): string | null {
  if (language === 'sh') return text;
  if (language !== 'diff') {
    if (text !== null) throw new Error(`${path} already exists, but the recipe creates it.`);
    return `${lines.join('\n')}\n`;
  }
  const side = (drop: string) =>
    lines
      .filter((line) => !line.startsWith(drop))
      .map((line) => `${line.slice(1)}\n`)
      .join('');
  const [before, after] = [side('+'), side('-')];
  const parts = (text ?? '').split(before);
  if (parts.length !== 2) throw new Error(`${path} has these lines ${parts.length - 1} times:\n${before}`);
  return parts.join(after);
}
