/** Longest first, so that '<=' is not read as '<'. */
export const OPERATORS = ['<=', '>=', '=', '<', '>'] as const;
export type Operator = (typeof OPERATORS)[number];

/** The filters of the columns by key: words, chosen values, or an operator with a value ('>=100'). */
export type UtopiaFilters = Readonly<Record<string, string | readonly string[]>>;

/** An operator and a value as the two fields of a numeric filter have them; '' where nothing is chosen. */
export interface Comparison {
  operator: Operator | '';
  value: string;
}

/** The two fields of a numeric filter: '>=100' is at least 100. */
export function readComparison(filter: string): Comparison {
  const operator = OPERATORS.find((one) => filter.startsWith(one)) ?? '';
  return { operator, value: filter.slice(operator.length) };
}

/** A numeric filter does nothing without an operator or a value; what is no number fails one that does. */
export function matchesNumber(value: number | null, filter: string): boolean {
  const { operator, value: wanted } = readComparison(filter);
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

/** Chosen values match when there is none, or when the cell has one of them. */
export function matchesChoice(value: string, chosen: readonly string[]): boolean {
  return chosen.length === 0 || chosen.includes(value);
}
