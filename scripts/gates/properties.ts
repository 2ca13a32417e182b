import type { Gate } from './gate.ts';
import { isTest, readSources, type Source } from './sources.ts';
import { isNode, listCalls, nodesOf, type Node } from './syntax.ts';

/** `if (...) return`, and an assertion under an `if` without an else. */
function isGuard(node: Node, text: string): boolean {
  if (node.type !== 'IfStatement' || !('consequent' in node) || !isNode(node.consequent)) return false;
  const branch = text.slice(node.consequent.start, node.consequent.end);
  return !('alternate' in node && node.alternate) && (/^\{?\s*return;/.test(branch) || branch.includes('expect('));
}

/** Conditional assertions of property tests whose hits are not counted, by file and line. */
export function findUncounted({ path, text }: Source): string[] {
  if (!text.includes('roperty(')) return [];
  return listCalls({ path, text }, /^fc\.(?:asyncP|p)roperty\(/)
    .flatMap((property) => {
      const body = text.slice(property.start, property.end);
      const isGuarded = [...nodesOf(property)].some((node) => isGuard(node, text));
      return !isGuarded || body.includes('reached') ? [] : [text.slice(0, property.start).split('\n').length];
    })
    .map((line) => `${path}:${line} asserts under a condition without counting how often it is reached`);
}

/** Patterns and empty objects as values in toMatchObject, which match anything, by file and line. */
export function findVacuousMatches({ path, text }: Source): string[] {
  if (!text.includes('.toMatchObject(')) return [];
  const isVacuous = (value: Node): boolean =>
    ('regex' in value && Boolean(value.regex)) ||
    /^(?:(?:new )?RegExp\(|\{\}$)/.test(text.slice(value.start, value.end));
  const starts = listCalls({ path, text }, /^expect\b[^]*\.toMatchObject\(/)
    .flatMap((call) => ('arguments' in call ? [...nodesOf(call.arguments)] : []))
    .filter((node) => node.type === 'Property' && 'value' in node && isNode(node.value) && isVacuous(node.value))
    .map(({ start }) => start);
  return [...new Set(starts)].map(
    (start) => `${path}:${text.slice(0, start).split('\n').length} compares with a value that matches anything`,
  );
}

/** Finds assertions that may never be reached or cannot fail, and therefore prove nothing. */
export const propertiesGate: Gate = {
  name: 'properties',
  advice:
    'Use fc.pre, or count with `reached += 1` and expect(reached) to be greater than 0 after fc.assert. In toMatchObject use expect.stringMatching(...) and compare with {} by toEqual.',
  run: () =>
    readSources()
      .filter(({ path }) => isTest(path))
      .flatMap((source) => [...findUncounted(source), ...findVacuousMatches(source)]),
};
