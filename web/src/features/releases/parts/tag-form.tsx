import { mdiTagPlusOutline } from '@mdi/js';
import { refFault, suggestTag, tagRefusal } from '@mission-control/contract/releases/rules';
import type { TagRow, VersionRow } from '@mission-control/contract/releases/schema';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Card } from '../../../ui/card.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { branchesQuery } from '../queries.ts';
import { useCreateTag } from '../use-create-tag.ts';
import type { useReleaseOrder } from '../use-release-order.ts';
import { AppField } from './app-field.tsx';
import { plainOptions } from './field-choices.ts';

interface TagFormProps {
  order: ReturnType<typeof useReleaseOrder>;
  /** Of the app, newest first; undefined while they are read. */
  tags: readonly TagRow[] | undefined;
  /** Of the app's releases. */
  versions: readonly VersionRow[];
}

/** A new tag at the head of a branch: needs both [REL-06]; one is suggested [REL-09]. */
export function TagForm({ order, tags, versions }: TagFormProps) {
  const { app } = order;
  // What the person typed, and for which app: another app gets its own suggestion.
  const [typed, setTyped] = useState<{ app: string; tag: string } | null>(null);
  const create = useCreateTag();
  const branches = useBranches(order);
  const suggested = suggestTag(tags ?? []);
  const tag = typed !== null && typed.app === app ? typed.tag : suggested;
  const fault = app !== null && tag !== '' ? refFault(tag.trim()) : null;
  const submit = () => {
    if (app === null) return;
    const name = tag.trim();
    const refusal = tagRefusal(name, tags ?? [], versions);
    if (refusal !== null) {
      toast.error(refusal);
      return;
    }
    create.mutate(
      { app, branch: branches.chosen, tag: name },
      {
        onSuccess: () => {
          setTyped(null);
          order.setTag(name);
        },
      },
    );
  };
  return (
    <Card
      title="Tag"
      foot={
        <ActionButton
          block
          icon={mdiTagPlusOutline}
          pending={create.isPending}
          disabledReason={refusalOf(app, branches.chosen, tag, fault)}
          onClick={submit}
        >
          Create tag
        </ActionButton>
      }
    >
      <AppField value={app ?? ''} onChange={order.setApp} />
      {branches.field}
      <TextField
        mono
        label="New tag"
        value={app === null ? '' : tag}
        disabled={app === null}
        spellCheck={false}
        autoComplete="off"
        help={helpOf(suggested, tag)}
        error={fault ?? undefined}
        onChange={(event) => setTyped({ app: app ?? '', tag: event.target.value })}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && refusalOf(app, branches.chosen, tag, fault) === null && !create.isPending)
            submit();
        }}
      />
    </Card>
  );
}

function useBranches({ app, branch, setBranch }: ReturnType<typeof useReleaseOrder>) {
  const { data, error } = useQuery({ ...branchesQuery(app ?? 'coursepro'), enabled: app !== null });
  const names = app === null ? [] : (data?.branches.map(({ name }) => name) ?? []);
  const chosen = names.includes(branch) ? branch : '';
  const field = (
    <SelectField
      label="Branch"
      options={plainOptions(names)}
      placeholder={app === null ? 'Choose an app first' : data ? 'Choose a branch' : 'Loading …'}
      disabled={app === null}
      value={chosen}
      help={app !== null && data && data.left_out > 0 ? leftOut(data.left_out) : null}
      error={error === null ? undefined : `The branches could not be read: ${error.messages.join(' ')}`}
      onChange={(event) => setBranch(event.target.value)}
    />
  );
  return { chosen, field };
}

const leftOut = (count: number): string =>
  count === 1
    ? 'A branch whose name cannot be used here is left out.'
    : `${count} branches whose names cannot be used here are left out.`;

function refusalOf(app: string | null, branch: string, tag: string, fault: string | null): string | null {
  if (app === null) return 'Choose an app first.';
  if (branch === '') return 'Choose a branch first.';
  return tag.trim() === '' ? 'Enter a tag first.' : fault;
}

function helpOf(suggested: string, tag: string): string | null {
  if (suggested === '') return null;
  return suggested === tag ? 'Suggested: it follows the latest tag.' : `The latest tag is followed by ${suggested}.`;
}
