import {
  mdiCertificateOutline,
  mdiDatabaseOutline,
  mdiDomain,
  mdiEarth,
  mdiFormatListBulletedType,
  mdiMinus,
  mdiPencilOutline,
  mdiPlus,
  mdiServerOutline,
  mdiSourceBranch,
  mdiBriefcaseOutline,
} from '@mdi/js';
import { KIND_WORDS as FLEET_WORDS } from '@mission-control/contract/fleet/kinds';
import { entryKey, type ItemKind, type PlanAction } from '@mission-control/contract/inventory/plan';
import type { PlanEntry } from '@mission-control/contract/inventory/plan-schema';

/** A kind in sentences, as a heading (`tab`), and its icon. */
export const KIND_WORDS: Readonly<Record<ItemKind, { one: string; tab: string; icon: string }>> = {
  region: { ...FLEET_WORDS.region, icon: mdiEarth },
  account: { ...FLEET_WORDS.account, icon: mdiBriefcaseOutline },
  certificate: { ...FLEET_WORDS.certificate, icon: mdiCertificateOutline },
  environment: { ...FLEET_WORDS.environment, icon: mdiServerOutline },
  database_host: { ...FLEET_WORDS.database_host, icon: mdiDatabaseOutline },
  config_key: { ...FLEET_WORDS.config_key, icon: mdiFormatListBulletedType },
  tenant: { one: 'tenant', tab: 'Tenants', icon: mdiDomain },
};

/** Groups of a plan; refused removals count as removals. */
export const ACTION_GROUPS = ['conflict', 'change', 'add', 'remove'] as const;
export type ActionGroup = (typeof ACTION_GROUPS)[number];

export const GROUP_WORDS: Readonly<Record<ActionGroup, { label: string; one: string; icon: string }>> = {
  conflict: { label: 'Conflicts', one: 'Conflict', icon: mdiSourceBranch },
  change: { label: 'Changes', one: 'Change', icon: mdiPencilOutline },
  add: { label: 'Additions', one: 'Addition', icon: mdiPlus },
  remove: { label: 'Removals', one: 'Removal', icon: mdiMinus },
};

export const groupOf = (action: PlanAction): ActionGroup => (action === 'refused' ? 'remove' : action);

/** Initially ticked: additions and changes. Removals and conflicts are left to the user. */
export const tickedAtFirst = (entries: readonly PlanEntry[]): ReadonlySet<string> =>
  new Set(entries.flatMap((one) => (one.action === 'add' || one.action === 'change' ? [entryKey(one)] : [])));

/** A value as people read it. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(valueText).join(', ');
  if (typeof value === 'string') return value === '' ? 'empty' : value;
  return JSON.stringify(value);
}

/** A new item in one line: its fields except the name. */
export const factsText = ({ changes }: Pick<PlanEntry, 'changes'>): string =>
  changes
    .filter(({ field, file }) => field !== 'name' && file !== null && file !== '' && !isEmpty(file))
    .map(({ field, file }) => `${fieldText(field)} ${valueText(file)}`)
    .join(' · ');

const isEmpty = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

export const fieldText = (field: string): string => field.replaceAll('_', ' ');

/** Texts of an entry that the search matches. */
export const entryTexts = (one: PlanEntry): string[] => [
  one.name,
  one.ref,
  KIND_WORDS[one.kind].one,
  ...one.changes.flatMap(({ here, file }) => [valueText(here), valueText(file)]),
];
