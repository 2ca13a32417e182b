import type { FeatureKey } from './columns.ts';

/** By what a price is multiplied. */
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

/** The price of a feature in pounds, as it stands in its field before anybody changes it. */
export function defaultPrice(feature: FeatureKey): string {
  return PRICES.get(feature) ?? OTHER_PRICE;
}

/** By what the price of a feature is multiplied before anybody changes it. */
export function defaultBasis(feature: FeatureKey): Basis {
  if (PER_USER.has(feature)) return 'per_user_per_month';
  return PER_TENANT.has(feature) ? 'per_tenant' : 'per_site';
}

/** True for one of the four bases. */
export function isBasis(value: unknown): value is Basis {
  return BASES.some((basis) => basis.value === value);
}

/** Why a price does not count. */
export const PRICE_FAULT = 'A price is pounds and whole pence, at most 9,999,999.99.';

/** A price in pence: '0.3' is 30, '' is 0. Null for what is no price in whole pence. */
export function penceOf(text: string): number | null {
  const found = /^(\d{0,7})(?:\.(\d{0,2}))?$/.exec(text.trim());
  if (!found) return null;
  return Number(found[1] || '0') * 100 + Number((found[2] ?? '').padEnd(2, '0'));
}

/** '£1,234.50' for 123450 pence, however many there are. */
export function inPounds(pence: bigint): string {
  return `£${(pence / 100n).toLocaleString('en-GB')}.${String(pence % 100n).padStart(2, '0')}`;
}
