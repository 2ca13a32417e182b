import { mdiHistory, mdiTranslate } from '@mdi/js';
import { listBranches } from '@mission-control/contract/releases/calls';
import {
  TRANSLATION_TYPES,
  uploadFailed,
  uploadSucceeded,
  type TranslationType,
} from '@mission-control/contract/translations/rules';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useToolSearch } from '../../../lib/address/tool-search.ts';
import { queryOf } from '../../../lib/api/query.ts';
import { runOfFailure } from '../../../lib/run/run-outcome.ts';
import { RunPanel } from '../../../lib/run/run-panel.tsx';
import { useRunOfClick } from '../../../lib/run/use-run-of-click.ts';
import { toastFailure } from '../../../lib/toast/toast-error.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { ToolForm } from '../../../ui/layout/tool-form.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { startUpload } from '../queries.ts';

/** Type, branch and the run, kept in the address; the branches, read when they are first asked for [TRN-03]; the upload. */
function useUpload() {
  const [url, write] = useToolSearch();
  const type = TRANSLATION_TYPES.find(({ value }) => value === url.type)?.value ?? null;
  const branch = url.branch ?? '';
  const [asked, setAsked] = useState(false);
  // A branch of the address is shown by its name only when it is among the choices.
  const branches = useQuery({
    ...queryOf(listBranches, { query: { app: 'coursepro' } }),
    enabled: asked || branch !== '',
    staleTime: Infinity,
  });
  const upload = useMutation({
    mutationFn: (chosen: TranslationType) => {
      const key = crypto.randomUUID();
      write({ click: key });
      return startUpload({ type: chosen, branch }, key);
    },
    // Without an answer the run goes on, and its end is told on whatever page.
    onSuccess: ({ answer }, chosen) => answer && toast.success(uploadSucceeded(chosen)),
    onError: (error) => toastFailure(error, uploadFailed),
  });
  const clicked = useRunOfClick(url.click ?? null, upload.isPending);
  const readBranches = (): void => {
    setAsked(true);
    // A first click that failed is made good by the next one.
    if (branches.error) void branches.refetch();
  };
  return {
    type,
    setType: (next: TranslationType | undefined) => write({ type: next, click: undefined }),
    branch,
    setBranch: (next: string) => write({ branch: next === '' ? undefined : next, click: undefined }),
    branches,
    names: branches.data?.branches ?? [],
    readBranches,
    upload,
    pending: upload.isPending || clicked?.outcome === 'running',
    run: clicked?.id ?? runOfFailure(upload.error),
  };
}

const NO_TYPE = 'Choose a translation type first';

/** The tool that hands source texts to the translators [TRN-01]. */
export function UploadTranslationsPage() {
  const { type, setType, branch, setBranch, branches, names, readBranches, upload, pending, run } = useUpload();
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
            disabledReason={type === null ? NO_TYPE : null}
          >
            Upload translations
          </ActionButton>
        }
        onSubmit={() => type !== null && !pending && upload.mutate(type)}
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
          options={[{ value: '', label: 'Main branch' }, ...names.map(({ name }) => ({ value: name, label: name }))]}
          value={branch}
          disabled={type === null}
          error={branches.error ? branches.error.messages.join(' ') : undefined}
          help={type === null ? NO_TYPE : 'Without a choice the texts of the main branch are taken.'}
          onChange={(event) => setBranch(event.target.value)}
        />
      </ToolForm>
      {run === null ? null : <RunPanel key={run} id={run} />}
    </PageFrame>
  );
}
