import { mdiTagPlusOutline } from '@mdi/js';
import type { TagRow, VersionRow } from '@mission-control/contract/releases/schema';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Card } from '../../../ui/card.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { useReleaseOrder } from '../use-release-order.ts';
import { useTagForm } from '../use-tag-form.ts';
import { AppField } from './app-field.tsx';
import { FieldPair } from './field-pair.ts';
import { BranchField } from './branch-field.tsx';

interface TagFormProps {
  order: ReturnType<typeof useReleaseOrder>;
  /** Of the app, newest first; undefined while they are read. */
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
