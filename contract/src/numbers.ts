const grouped = new Intl.NumberFormat('en-GB');

/** `12,345`. */
export const numberText = (value: number | bigint): string => grouped.format(value);

/** `1 tenant`, `12,345 tenants`. @param many where it is not `one` with an s */
export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${numberText(count)} ${count === 1 ? one : many}`;
