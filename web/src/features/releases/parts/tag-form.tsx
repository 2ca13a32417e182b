import { mdiTagPlusOutline } from '@mdi/js';
import type { TagRow, VersionRow } from '@mission-control/contract/releases/schema';
import type { ApiError } from '../../../lib/api/api-error.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import type { useReleaseOrder } from '../use-release-order.ts';
import { useTagForm } from '../use-tag-form.ts';
import { FieldPair, loadingOr, plainOptions, AppField } from './service-field.tsx';

interface BranchFieldProps {
  /** What to choose first; null when complete. */
  missing: string | null;
  value: string;
  /** Undefined while loading. */
  names: readonly string[] | undefined;
  /** Number of branches with unusable names. */
  leftOut: number;
  error: ApiError | null;
  onChange: (branch: string) => void;
}

/** Which branch of the app's repository [REL-26]. */
function BranchField({ missing, value, names, leftOut, error, onChange }: BranchFieldProps) {
  return (
    <SelectField
      label="Branch"
      options={plainOptions(names ?? [])}
      placeholder={missing ?? (names === undefined ? loadingOr(error) : 'Choose a branch')}
      disabled={missing !== null}
      value={value}
      help={leftOut === 0 ? null : leftOutText(leftOut)}
      error={error === null ? undefined : `The branches could not be read: ${error.messages.join(' ')}`}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

const leftOutText = (count: number): string =>
  count === 1
    ? 'A branch whose name cannot be used here is left out.'
    : `${count} branches whose names cannot be used here are left out.`;

interface TagFormProps {
  order: ReturnType<typeof useReleaseOrder>;
  /** Tags of the app, newest first; undefined while loading. */
  tags: readonly TagRow[] | undefined;
  /** Of the app's releases. */
  versions: readonly VersionRow[];
}

/** A new tag at the head of a branch. */
export function TagForm({ order, tags, versions }: TagFormProps) {
  const { app } = order;
  const form = useTagForm(order, tags, versions);
  return (
    <Card
      title="What to tag"
      foot={
        <ActionButton
          block
          icon={mdiTagPlusOutline}
          pending={form.pending}
          disabledReason={form.refusal}
          onClick={form.submit}
        >
          Create tag
        </ActionButton>
      }
    >
      <FieldPair>
        <AppField value={app ?? ''} onChange={order.setApp} />
        <BranchField
          missing={app === null ? 'Choose an app first' : null}
          {...form.branches}
          onChange={order.setBranch}
        />
      </FieldPair>
      <TextField
        mono
        label="New tag"
        value={app === null ? '' : form.text}
        disabled={app === null}
        spellCheck={false}
        autoComplete="off"
        help={app === null ? null : helpOf(form.suggested, form.text)}
        error={form.fault ?? undefined}
        onChange={(event) => form.type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') form.submit();
        }}
      />
    </Card>
  );
}

function helpOf(suggested: string, tag: string): string | null {
  if (suggested === '') return null;
  return suggested === tag ? 'Suggested: it follows the latest tag.' : `The latest tag is followed by ${suggested}.`;
}
