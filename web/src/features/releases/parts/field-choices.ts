import type { VersionRow } from '@mission-control/contract/releases/schema';
import type { SelectOption } from '../../../ui/select-field.tsx';
import { relativeTimeText } from '../../../ui/relative-time-text.ts';

/** Versions, each with its age. */
export const versionOptions = (versions: readonly VersionRow[], now: Date): SelectOption[] =>
  versions.map(({ version, created_at: at }) => ({
    value: version,
    label: `${version} · built ${relativeTimeText(new Date(at), now)}`,
  }));

/** Names as they are. */
export const plainOptions = (names: readonly string[]): SelectOption[] =>
  names.map((name) => ({ value: name, label: name }));

/** What stands in a field whose choices are not there: it waits, or what is below it says why. */
export const loadingOr = (error: unknown): string => (error ? 'Not known' : 'Loading …');
