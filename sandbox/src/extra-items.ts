import type { InventoryItem } from '@mission-control/contract/inventory/schema';
import type { Dice } from './random.ts';

/** Settings without metadata: legacy constants, variables and code of a CoursePro config. */
const EXTRAS: readonly (Pick<InventoryItem, 'key' | 'value' | 'type'> & { likely: number; state?: 0 })[] = [
  { key: 'LEGACY_SMS_GATEWAY', value: 'https://sms.{slug}.example/v1', type: 2, likely: 0.35 },
  { key: 'OLD_REPORT_PATH', value: '/srv/reports/{slug}', type: 2, likely: 0.2 },
  { key: 'FEATURE_SUMMER_2024', value: 'True', type: 2, likely: 0.25, state: 0 },
  { key: 'XERO_EXPORT', value: 'daily', type: 2, likely: 0.15 },
  { key: 'site_banner', value: 'Enrolment for the new term opens on Monday at 9.', type: 3, likely: 0.5 },
  {
    key: 'staff_note',
    value: 'Pool plan "B" applies; see O\u2019Brien\u2019s list & the \u00a35 rule.',
    type: 3,
    likely: 0.3,
    state: 0,
  },
  {
    key: 'onlinejoining_steps',
    value: 'membership\ndetails\nmedical\npayment\nconfirm',
    type: 4,
    likely: 0.5,
    state: 0,
  },
  {
    key: 'welcome_text',
    value: 'Dear {{first_name}},\n\nwelcome to your new course.\nPlease arrive ten minutes early.\n\nYour team',
    type: 4,
    likely: 0.45,
  },
  { key: 'footer_lines', value: 'Registered charity\nOpen daily 6:30 \u2013 22:00', type: 4, likely: 0.25 },
  { key: 'rebooking_rules', value: 'if ($term->isPriority()) { return $member->hasCourse(); }', type: 5, likely: 0.4 },
  {
    key: 'price_hook',
    value: "$discounts['sibling'] = function ($basket) {\n    return $basket->countMembers() > 1 ? 0.1 : 0.0;\n};",
    type: 5,
    likely: 0.2,
  },
];

/** @param all include every item, for the showcase tenant */
export function extraItems(dice: Dice, slug: string, all = false): InventoryItem[] {
  return EXTRAS.filter(({ likely }) => dice.chance(likely) || all).map(
    ({ key, value, type, state }): InventoryItem => ({
      key,
      value: value.replaceAll('{slug}', slug),
      type,
      state: state ?? 1,
      valueTemplate: null,
    }),
  );
}
