const grouped = new Intl.NumberFormat('en-GB');

/** `12,345`. */
export const numberText = (value: number | bigint): string => grouped.format(value);

const oneDigit = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** `1.0`, `12,345.7`: one decimal, so that the values of a column line up. */
export const decimalText = (value: number): string => oneDigit.format(value);

/** `1 tenant`, `12,345 tenants`. @param many where it is not `one` with an s */
export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${numberText(count)} ${count === 1 ? one : many}`;
