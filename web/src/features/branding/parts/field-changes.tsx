import { ChangeList } from '../../../ui/change-list.tsx';
import type { FieldChange } from '../state/edits.ts';

/** Exactly what Save changes. */
export function FieldChanges({ changes }: { changes: readonly FieldChange[] }) {
  if (changes.length === 0) return <p>Nothing differs from the saved settings; the files are generated again.</p>;
  const listed = changes.map(({ path, label, before, after }) => ({
    id: path,
    label,
    before: shown(before),
    after: shown(after),
  }));
  return <ChangeList framed label="Changes" changes={listed} />;
}

const LONGEST = 160;

function shown(text: string): string {
  if (text === '') return '(empty)';
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
