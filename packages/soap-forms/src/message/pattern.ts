/** Longer values are not held against patterns: it would take too long. */
const LONGEST_VALUE = 2_000;
const LONGEST_PATTERN = 500;
/** Pieces of a branch that may match shorter or longer: with more of them a value could be tried in too many ways. */
const MOST_FREE = 2;

const SPACE = '\\t\\n\\r ';
/** Escapes of XML Schema that stand for several characters, as the inside of a class. */
const SETS: Readonly<Record<string, string>> = { d: '\\p{Nd}', s: SPACE, w: '\\p{L}\\p{M}\\p{N}\\p{S}' };
const NEGATED: Readonly<Record<string, string>> = { D: 'd', S: 's', W: 'w' };
const SINGLE: Readonly<Record<string, string>> = { n: '\\n', r: '\\r', t: '\\t' };

const QUANTIFIER = /\?|\*|\+|\{(\d{1,4})(,(\d{1,4})?)?\}/uy;
const CLASS = /\[(\^?)((?:\\[-dswnrt\\|.?*+(){}[\]^]|[^\\[\]])+)\]/uy;
const ESCAPE = /\\([-dDsSwWnrt\\|.?*+(){}[\]^])/uy;
const PLAIN = /[^\\.?*+(){}[\]|]/uy;

/**
 * A pattern of XML Schema as an expression for a whole value, if it is plain enough to be safe on any value: characters, classes
 * and how often they come, in branches. Groups, categories and subtractions are none of it: null then.
 */
function plainPattern(pattern: string): RegExp | null {
  if (pattern.length > LONGEST_PATTERN) return null;
  const branches = pattern.split(/(?<!\\)\|/u).map(plainBranch);
  if (branches.some((branch) => branch === null)) return null;
  try {
    return new RegExp(`^(?:${branches.join('|')})$`, 'u');
  } catch {
    return null;
  }
}

function plainBranch(branch: string): string | null {
  let [at, free, made] = [0, 0, ''];
  const take = (what: RegExp): RegExpExecArray | null => {
    what.lastIndex = at;
    const found = what.exec(branch);
    if (found) at = what.lastIndex;
    return found;
  };
  while (at < branch.length) {
    const atom = takeAtom(take);
    if (atom === null) return null;
    const quantifier = take(QUANTIFIER);
    if (quantifier && (quantifier[1] === undefined || quantifier[2] !== undefined)) free += 1;
    made += atom + (quantifier?.[0] ?? '');
  }
  return free > MOST_FREE ? null : made;
}

function takeAtom(take: (what: RegExp) => RegExpExecArray | null): string | null {
  const set = take(CLASS);
  if (set) return `[${set[1] ?? ''}${(set[2] ?? '').replaceAll(/\\(.)|\^|&/gu, insideClass)}]`;
  const escape = take(ESCAPE)?.[1];
  if (escape !== undefined) {
    const negated = NEGATED[escape];
    if (negated !== undefined) return `[^${SETS[negated] ?? ''}]`;
    return SETS[escape] === undefined ? (SINGLE[escape] ?? escaped(escape)) : `[${SETS[escape] ?? ''}]`;
  }
  if (take(/\./uy)) return '[^\\n\\r]';
  const plain = take(PLAIN)?.[0];
  return plain === undefined ? null : escaped(plain);
}

function insideClass(whole: string, escape?: string): string {
  if (escape === '-') return '\\-';
  return escape === undefined ? escaped(whole) : (SETS[escape] ?? SINGLE[escape] ?? escaped(escape));
}

const escaped = (character: string): string => (/[\^$\\.*+?()[\]{}|/]/u.test(character) ? `\\${character}` : character);

/** Whether a value is known not to be like a pattern; what cannot be told safely is left to the service. */
export function breaksPattern(pattern: string, value: string): boolean {
  return value.length <= LONGEST_VALUE && plainPattern(pattern)?.test(value) === false;
}
