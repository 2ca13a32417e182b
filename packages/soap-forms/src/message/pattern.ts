/** Maximum work of a match: branches times the square of the value's length. More is not checked. */
const MAX_WORK = 2_000 ** 2;
const MAX_PATTERN_LENGTH = 500;
/** Maximum variable-length pieces per branch, which bounds backtracking to quadratic time. */
const MAX_FREE = 2;

const SPACE = '\\t\\n\\r ';
/** Multi-character escapes of XML Schema as class contents. */
const SETS: Readonly<Record<string, string>> = { d: '\\p{Nd}', s: SPACE, w: '\\p{L}\\p{M}\\p{N}\\p{S}' };
const NEGATED: Readonly<Record<string, string>> = { D: 'd', S: 's', W: 'w' };
const SINGLE: Readonly<Record<string, string>> = { n: '\\n', r: '\\r', t: '\\t' };

const QUANTIFIER = /\?|\*|\+|\{(\d{1,4})(,(\d{1,4})?)?\}/uy;
const CLASS = /\[(\^?)((?:\\[-dswnrt\\|.?*+(){}[\]^]|[^\\[\]])+)\]/uy;
const ESCAPE = /\\([-dDsSwWnrt\\|.?*+(){}[\]^])/uy;
const PLAIN = /[^\\.?*+(){}[\]|]/uy;

/**
 * Translates an XML Schema pattern to an anchored regular expression if it is safe for any value: branches of quantified characters
 * and classes. Null for groups, categories and subtractions.
 */
function plainPattern(pattern: string): RegExp | null {
  if (pattern.length > MAX_PATTERN_LENGTH) return null;
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
  return free > MAX_FREE ? null : made;
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

/** True if a value definitely violates a pattern; anything unsafe to check is left to the service. */
export function breaksPattern(pattern: string, value: string): boolean {
  const branches = pattern.split('|').length;
  return branches * value.length ** 2 <= MAX_WORK && plainPattern(pattern)?.test(value) === false;
}
