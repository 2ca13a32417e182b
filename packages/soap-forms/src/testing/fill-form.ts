import { fieldName, type FormField, type FormGroup } from '../fields.ts';

/** Strategy for filling a form: optional parts, choices, repetitions and values. */
export interface Filling {
  fills(): boolean;
  /** An integer below `end`. */
  number(end: number): number;
  value(element: FormField, name: string): string;
}

/** Fills a form like a user, based only on its description. */
export function fillForm(elements: readonly FormField[], filling: Filling): Map<string, string> {
  const values = new Map<string, string>();
  const chosen = new Map<string, string>();
  const choose = (id: string, at: readonly number[], path: string): boolean => {
    const key = fieldName(id, at);
    const known = chosen.get(key);
    if (known !== undefined) return known === path;
    const all = elements.flatMap((one) => [
      ...(one.choice === id ? [one.name] : []),
      ...one.groups.filter((group) => group.choice === id).map((group) => group.path),
    ]);
    const alternatives = [...new Set(all)];
    const picked = alternatives[filling.number(alternatives.length)] ?? '';
    chosen.set(key, picked);
    return picked === path;
  };
  const times = (node: Pick<FormGroup, 'repeats' | 'choice'>, isWanted: boolean): number => {
    if (!node.repeats || (!isWanted && node.choice !== null)) return isWanted ? 1 : 0;
    const { min, max } = node.repeats;
    const most = Math.min(max ?? min + 2, min + 2);
    return isWanted ? Math.max(1, min + filling.number(most - min + 1)) : min;
  };
  const leaf = (element: FormField, at: readonly number[]): void => {
    const isWanted =
      element.choice === null ? element.required || filling.fills() : choose(element.choice, at, element.name);
    for (let number = 0; number < times(element, isWanted); number += 1) {
      const name = fieldName(element.name, [...at, number]);
      values.set(name, filling.value(element, name));
    }
  };
  const level = (some: readonly FormField[], depth: number, at: readonly number[]): void => {
    let from = 0;
    while (from < some.length) {
      const first = some[from];
      const group = first?.groups[depth];
      if (!first) return;
      if (!group) {
        leaf(first, at);
        from += 1;
        continue;
      }
      let to = from;
      while (some[to]?.groups[depth]?.path === group.path) to += 1;
      const isWanted = group.choice === null ? group.required || filling.fills() : choose(group.choice, at, group.path);
      for (let number = 0; number < times(group, isWanted); number += 1)
        level(some.slice(from, to), depth + 1, group.repeats ? [...at, number] : at);
      from = to;
    }
  };
  level(elements, 0, []);
  return values;
}

const VALUES: Readonly<Record<string, string>> = {
  boolean: 'true',
  date: '2026-11-21',
  dateTime: '2026-11-21T10:30',
  time: '10:30',
  gYear: '2026',
  gYearMonth: '2026-11',
  duration: 'P1DT2H',
  decimal: '1',
  float: '1.5',
  double: '2.5e3',
  base64Binary: 'aGVsbG8=',
  hexBinary: '0aff',
  anyURI: 'https://example.com/?a=1&b=2',
  language: 'en-GB',
  NMTOKEN: 'GBP',
  Name: 'title',
  anyXml: '<o:more xmlns:o="urn:other" o:a="1 &amp; 2"><o:in>text</o:in></o:more>',
};

/** A valid value. */
export function sampleValue(element: FormField): string {
  const { kind, options, description } = element;
  if (options) return options[0] ?? '';
  const least = /at least (\d+)/i.exec(description)?.[1];
  const number = /int|long|short|byte/i.test(kind) ? (least ?? '7') : undefined;
  const known = VALUES[kind] ?? number;
  const fitting = known ?? 'Ünïcode <&> "x" \u2028 🏊'.slice(0, lengthOf(description));
  return known === undefined ? fitting.padEnd(fitting === '' ? 1 : 0, 'x') : fitting;
}

const lengthOf = (description: string): number => {
  const [, exact] =
    /(?:at most )?(\d+) characters\b/i.exec(description.replace(/at least \d+ characters,?/i, '')) ?? [];
  return exact === undefined ? 30 : Number(exact);
};
