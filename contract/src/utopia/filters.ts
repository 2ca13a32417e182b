/** Longest first, so that '<=' is not parsed as '<'. */
export const OPERATORS = ['<=', '>=', '=', '<', '>'] as const;
export type Operator = (typeof OPERATORS)[number];

/** The numeric filter that matches only missing numbers. */
export const MISSING = 'none';

/** Filters by column key: words, chosen values, or an operator with a value ('>=100'). */
export type UtopiaFilters = Readonly<Record<string, string | readonly string[]>>;

/** The two fields of a numeric filter; '' where nothing is chosen. */
export interface Comparison {
  operator: Operator | typeof MISSING | '';
  value: string;
}

/** Splits a numeric filter such as '>=100' into operator and value. */
export function readComparison(filter: string): Comparison {
  if (filter.startsWith(MISSING)) return { operator: MISSING, value: '' };
  const operator = OPERATORS.find((one) => filter.startsWith(one)) ?? '';
  return { operator, value: filter.slice(operator.length) };
}

/** A numeric filter without operator or value matches everything; an active one never matches a missing number. */
export function matchesNumber(value: number | null, filter: string): boolean {
  const { operator, value: wanted } = readComparison(filter);
  if (operator === MISSING) return value === null || Number.isNaN(value);
  if (operator === '' || wanted.trim() === '') return true;
  return compares(value ?? Number.NaN, operator, Number(wanted));
}

function compares(value: number, operator: Operator, wanted: number): boolean {
  switch (operator) {
    case '=':
      return value === wanted;
    case '<':
      return value < wanted;
    case '>':
      return value > wanted;
    case '<=':
      return value <= wanted;
    case '>=':
      return value >= wanted;
  }
}

/** Matches if no value is chosen, or if the cell has one of the chosen values. */
export function matchesChoice(value: string, chosen: readonly string[]): boolean {
  return chosen.length === 0 || chosen.includes(value);
}
