import { numberText } from '../numbers.ts';
import { foldName } from '../search/rules.ts';

/** Header with the name of the tenant to delete, percent-encoded as UTF-8. */
export const CONFIRM_NAME = 'x-confirm-name';

/** Chip of a deployment group (C-062): a tag for the three known ones, any other raw in grey, none when empty. */
export type DeploymentTag = { text: string; tone: 'prod' | 'stage' | 'dev' | 'other' } | null;

/** @param group dev, staging, production, or anything else. */
export function deploymentTag(group: string): DeploymentTag {
  switch (group) {
    case 'production':
      return { text: 'PROD', tone: 'prod' };
    case 'staging':
      return { text: 'STAGE', tone: 'stage' };
    case 'dev':
      return { text: 'DEV', tone: 'dev' };
    case '':
      return null;
    default:
      return { text: group, tone: 'other' };
  }
}

/** Display name of a bridge; xnrest is 'Xn', unknown ones are shown raw (C-071). */
export function bridgeLabel(bridge: string | null): string {
  if (!bridge) return '';
  const labels = new Map([
    ['standalone', 'Standalone'],
    ['gladstone', 'Gladstone'],
    ['xnrest', 'Xn'],
    ['legend', 'Legend'],
    ['openplay', 'Openplay'],
  ]);
  return labels.get(bridge) ?? bridge;
}

const versions = new Intl.Collator('en-GB', { numeric: true });

/** True if a tenant runs an older version than the deployed one: numeric comparison, a release candidate before its release. */
export function isBehind(runs: string | null | undefined, wanted: string | null | undefined): boolean {
  if (!runs || !wanted) return false;
  const [[core = '', candidate], [wantedCore = '', wantedCandidate]] = [runs.split('-', 2), wanted.split('-', 2)];
  const order = versions.compare(core, wantedCore);
  if (order !== 0) return order < 0;
  return candidate !== undefined && (wantedCandidate === undefined || versions.compare(candidate, wantedCandidate) < 0);
}

/** Displayed number of members: 'n/a' if unknown; a real 0 stays 0 (C-059). */
export function membersLabel(members: number | null): string {
  return members === null ? 'n/a' : numberText(members);
}

const NAME_CHARACTERS = 120;
/** Some characters expand when folded; longer folded names would not fit the unique index. */
const FOLDED_LENGTH = 600;
/** Control, format (bidi overrides, zero width) and private-use characters, line separators, fillers, lone surrogates. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** Normalises a name for storage: trimmed, in one Unicode form. */
export function cleanTenantName(typed: string): string {
  return typed.normalize('NFC').trim();
}

/** Actionable message if a cleaned name is invalid; null when it is valid. */
export function tenantNameFault(name: string): string | null {
  if (name === '') return 'Enter a name for the tenant.';
  if (Array.from(name).length > NAME_CHARACTERS || foldName(name).length > FOLDED_LENGTH)
    return `The name is too long. Use at most ${NAME_CHARACTERS} characters.`;
  const unseen = UNSEEN.exec(name);
  if (unseen) return `The name contains ${unseenCharacter(unseen[0])}. Remove it.`;
  if (!/[\p{L}\p{N}]/u.test(name)) return 'The name needs at least one letter or digit.';
  return null;
}

function unseenCharacter(character: string): string {
  if (/[\n\r\u2028\u2029]/.test(character)) return 'a line break';
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return `an invisible character (U+${code})`;
}

/** Retention of deleted tenants: 30 days. */
const KEPT_MS = 30 * 86_400_000;

/** When a tenant deleted at this time is purged. */
export function purgeTime(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + KEPT_MS);
}

/** Tenants deleted before this time are purged and cannot be restored. */
export function keptSince(now: Date): Date {
  return new Date(now.getTime() - KEPT_MS);
}

const names = new Intl.Collator('en-GB', { numeric: true, sensitivity: 'base' });

/** Display order of names: numeric, ignoring case and accents. */
export const compareNames = (a: string, b: string): number => names.compare(a, b);

/** A response of the tenant list: the whole list or, with `gone`, the changes since a version. */
export interface TenantListPart<Row> {
  tenants: Row[];
  gone?: number[] | undefined;
  version?: string | undefined;
}

/** Applies a response since the version of `known` to that list. Unchanged rows keep their identity. */
export function mergeTenants<Row extends ListRow, Part extends TenantListPart<Row>>(
  known: { tenants: Row[] },
  { gone, ...answer }: Part & TenantListPart<Row>,
): Omit<Part, 'gone'> {
  const { tenants } = answer;
  if (gone === undefined) return answer;
  const stale = new Set([...gone, ...tenants.map((row) => row._id)]);
  const kept = stale.size === 0 ? known.tenants : known.tenants.filter((row) => !stale.has(row._id));
  const merged: Row[] = [];
  let taken = 0;
  for (const row of tenants.toSorted(compareRows)) {
    const at = placeIn(kept, row, taken);
    // A loop, because the number of arguments is limited.
    for (; taken < at; taken += 1) merged.push(kept[taken] as Row);
    merged.push(row);
  }
  return { ...answer, tenants: [...merged, ...kept.slice(taken)] };
}

const compareRows = (a: ListRow, b: ListRow): number => compareNames(a.tenant_name, b.tenant_name) || a._id - b._id;

interface ListRow {
  _id: number;
  tenant_name: string;
}

/** Index of the first row that sorts after this one. */
function placeIn(rows: readonly ListRow[], row: ListRow, first: number): number {
  let from = first;
  let to = rows.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (compareRows(rows[middle] as ListRow, row) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}
