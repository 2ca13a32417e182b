import { mdiTagPlusOutline } from '@mdi/js';
import type { CallRequest } from '@mission-control/contract/call';
import { createTag, listBranches } from '@mission-control/contract/releases/calls';
import { suggestTag, tagFault, tagRefusal, tagCreated, tagFailed } from '@mission-control/contract/releases/rules';
import type { TagRow, VersionRow } from '@mission-control/contract/releases/schema';
import { TOPIC } from '@mission-control/contract/topics';
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '../../../lib/api/api-error.ts';
import { api } from '../../../lib/api/api.ts';
import { invalidateTopics, queryOf } from '../../../lib/api/query.ts';
import { toastFailure } from '../../../lib/toast/toast-error.ts';
import { useRoleRefusal } from '../../../lib/role-refusal.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import type { useReleaseOrder } from '../use-create-release.ts';
import { AppField, FieldPair, loadFault, loadingOr, plainOptions } from './service-field.tsx';

/** Creates a tag and reports the result [REL-10, REL-11]. */
function useCreateTag() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CallRequest<typeof createTag>['body']) => api.send(createTag, { body }),
    onSuccess: (_, { tag }) => toast.success(tagCreated(tag)),
    onError: (error) => toastFailure(error, (reason) => tagFailed(reason || '?')),
    // Not awaited: the tag is chosen before the tags are read again, so that a click meanwhile does not release the previous one.
    onSettled: () => void invalidateTopics(client, [TOPIC.releases]),
  });
}

/** State of the new-tag form: branches, typed or suggested name, and why it cannot be created yet [REL-06, REL-09]. */
function useTagForm(
  order: ReturnType<typeof useReleaseOrder>,
  tags: readonly TagRow[] | undefined,
  versions: readonly VersionRow[],
) {
  const { app } = order;
  // The typed name and its app: another app gets its own suggestion.
  const [typed, setTyped] = useState<{ app: string; tag: string } | null>(null);
  const create = useCreateTag();
  const roleRefusal = useRoleRefusal(createTag, 'create a tag');
  const { data, error } = useQuery({
    ...queryOf(listBranches, { query: { app: app ?? 'coursepro' } }),
    enabled: app !== null,
  });
  const names = app === null ? undefined : data?.branches.map(({ name }) => name);
  const branch = names?.includes(order.branch) ? order.branch : '';
  const suggested = suggestTag(tags ?? []);
  const text = typed !== null && typed.app === app ? typed.tag : suggested;
  const tag = text.trim();
  const fault = app === null || tag === '' ? null : tagFault(tag);
  const missing = missingOf(app, branch, tag);
  const submit = () => {
    if (app === null || (roleRefusal ?? missing ?? fault) !== null || create.isPending) return;
    const refusal = tagRefusal(tag, tags ?? [], versions);
    if (refusal !== null) {
      toast.error(refusal);
      return;
    }
    const onSuccess = () => {
      setTyped(null);
      order.setTag(tag);
    };
    create.mutate({ app, branch, tag }, { onSuccess });
  };
  return {
    branches: { value: branch, names, leftOut: (app === null ? 0 : data?.left_out) ?? 0, error },
    suggested,
    text,
    type: (next: string) => setTyped({ app: app ?? '', tag: next }),
    fault,
    refusal: roleRefusal ?? missing ?? fault,
    pending: create.isPending,
    submit,
  };
}

function missingOf(app: string | null, branch: string, tag: string): string | null {
  if (app === null) return 'Choose an app first.';
  if (branch === '') return 'Choose a branch first.';
  return tag === '' ? 'Enter a tag first.' : null;
}

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
      error={loadFault('branches', error)}
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
      footer={
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
        error={form.fault}
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
