import { mdiHistory, mdiTranslate } from '@mdi/js';
import { listBranches } from '@mission-control/contract/releases/calls';
import { uploadTranslations } from '@mission-control/contract/translations/calls';
import {
  TRANSLATION_TYPES,
  uploadFailed,
  uploadSucceeded,
  type TranslationType,
} from '@mission-control/contract/translations/rules';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../lib/api/api.ts';
import { queryOf } from '../../../lib/api/query.ts';
import { RunPanel } from '../../../lib/run/run-panel.tsx';
import { useToolRun } from '../../../lib/run/use-run-of-click.ts';
import { useRoleRefusal } from '../../../lib/role-refusal.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { ToolForm } from '../../../ui/layout/tool-form.tsx';

/** Type, branch and run, kept in the address; the branches, loaded on first use [TRN-03]. */
function useUpload() {
  const { url, write, mutation, pending, run } = useToolRun({
    start: (body: { type: TranslationType; branch: string }, key) => api.start(uploadTranslations, { body }, key),
    success: ({ type: uploaded }) => uploadSucceeded(uploaded),
    failure: uploadFailed,
  });
  const type = TRANSLATION_TYPES.find(({ value }) => value === url.type)?.value ?? null;
  const branch = url.branch ?? '';
  const [asked, setAsked] = useState(false);
  const branches = useQuery({
    ...queryOf(listBranches, { query: { app: 'coursepro' } }),
    enabled: asked || branch !== '',
    staleTime: Infinity,
  });
  return {
    type,
    setType: (next: TranslationType | undefined) => write({ type: next, click: undefined }),
    branch,
    setBranch: (next: string) => write({ branch: next === '' ? undefined : next, click: undefined }),
    branches,
    choices: choicesOf(branch, branches.data?.branches),
    readBranches: () => {
      setAsked(true);
      // The next click retries a failed read.
      if (branches.error) void branches.refetch();
    },
    upload: mutation.mutate,
    pending,
    run,
  };
}

/** The branches, and the chosen one even before they are loaded or if it is gone: what is shown is what is uploaded. */
function choicesOf(chosen: string, branches: readonly { name: string }[] | undefined) {
  const known = (branches ?? []).map(({ name }) => ({ value: name, label: name }));
  const isMissing = chosen !== '' && !known.some(({ value }) => value === chosen);
  const missing = { value: chosen, label: branches ? `${chosen} (does not exist)` : chosen };
  return [{ value: '', label: 'Main branch' }, ...(isMissing ? [missing] : []), ...known];
}

const NO_TYPE = 'Choose a translation type first';

/** The tool that uploads source texts to the translators [TRN-01]. */
export function UploadTranslationsPage() {
  const { type, setType, branch, setBranch, branches, choices, readBranches, upload, pending, run } = useUpload();
  const roleRefusal = useRoleRefusal(uploadTranslations, 'upload translations');
  return (
    <PageFrame
      title="Upload translations"
      crumbs={[{ label: 'Tools', href: '/tools' }, { label: 'Upload translations' }]}
      actions={
        <ActionButton icon={mdiHistory} href="/runs?kind=translations">
          Past runs
        </ActionButton>
      }
    >
      <ToolForm
        label="Upload translations"
        button={
          <ActionButton
            type="submit"
            variant="primary"
            icon={mdiTranslate}
            pending={pending}
            disabledReason={roleRefusal ?? (type === null ? NO_TYPE : null)}
          >
            Upload translations
          </ActionButton>
        }
        onSubmit={() => type !== null && !pending && roleRefusal === null && upload({ type, branch })}
      >
        <SelectField
          label="Translation type"
          placeholder="Choose a type"
          options={TRANSLATION_TYPES}
          value={type ?? ''}
          onClick={readBranches}
          onFocus={(event) => event.currentTarget.matches(':focus-visible') && readBranches()}
          onChange={(event) => setType(TRANSLATION_TYPES.find(({ value }) => value === event.target.value)?.value)}
        />
        <SelectField
          label="Branch"
          options={choices}
          value={branch}
          disabled={type === null}
          error={branches.error ? branches.error.messages.join(' ') : undefined}
          help={type === null ? NO_TYPE : 'By default, the texts of the main branch are uploaded.'}
          onChange={(event) => setBranch(event.target.value)}
        />
      </ToolForm>
      {run === null ? null : <RunPanel key={run} id={run} />}
    </PageFrame>
  );
}
