import { numberText } from '../numbers.ts';
import type { FeatureKey } from './columns.ts';

/** The bases a price can be multiplied by. */
export const BASES = [
  { value: 'per_site', label: 'per site' },
  { value: 'per_tenant', label: 'per tenant' },
  { value: 'per_site_per_month', label: 'per site per month' },
  { value: 'per_user_per_month', label: 'per user per month' },
] as const;
export type Basis = (typeof BASES)[number]['value'];

const PRICES: ReadonlyMap<string, string> = new Map([
  ['has_coursepro', '1000'],
  ['has_sms', '0.06'],
  ['has_sdd', '0.3'],
  ['has_orgs', '250'],
  ['has_ads', '100'],
  ['has_datahub', '300'],
  ['has_homeportal', '60'],
  ['has_gtm', '300'],
  ['has_vouchers', '100'],
  ['has_strive', '0'],
  ['has_commsportal', '20'],
  ['has_insight', '100'],
]);
const OTHER_PRICE = '30';

const PER_USER = new Set<string>(['has_sms', 'has_sdd']);
const PER_TENANT = new Set<string>(['has_ads', 'has_datahub', 'has_gtm', 'has_vouchers']);

/** Initial price of a feature in pounds, as field text. */
export function defaultPrice(feature: FeatureKey): string {
  return PRICES.get(feature) ?? OTHER_PRICE;
}

/** Initial basis of a feature. */
export function defaultBasis(feature: FeatureKey): Basis {
  if (PER_USER.has(feature)) return 'per_user_per_month';
  return PER_TENANT.has(feature) ? 'per_tenant' : 'per_site';
}

export function isBasis(value: unknown): value is Basis {
  return BASES.some((basis) => basis.value === value);
}

/** Prices have up to four decimals (C-131); amounts are integers in ten-thousandths of a pound. */
const PARTS = 10_000;

/** Shown for an invalid price. */
export const PRICE_FAULT = 'A price is pounds with up to four decimals, at most 9,999,999.9999.';

/** Parses a price into ten-thousandths of a pound: '0.3' is 3,000, '' is 0. Null when invalid. */
export function partsOf(text: string): number | null {
  const found = /^(\d{0,7})(?:\.(\d{0,4}))?$/.exec(text.trim());
  if (!found) return null;
  return Number(found[1] || '0') * PARTS + Number((found[2] ?? '').padEnd(4, '0'));
}

/** Formats 12,345,000 ten-thousandths as '£1,234.50', with fractions of a penny if there are any. */
export function inPounds(parts: bigint): string {
  return `£${numberText(parts / BigInt(PARTS))}.${decimalsOf(parts)}`;
}

/** The same without currency sign and separators: '1234.50'. */
export function plainPounds(parts: bigint): string {
  return `${parts / BigInt(PARTS)}.${decimalsOf(parts)}`;
}

const decimalsOf = (parts: bigint): string =>
  String(parts % BigInt(PARTS))
    .padStart(4, '0')
    .replace(/0{1,2}$/, '');
