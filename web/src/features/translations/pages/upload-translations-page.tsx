import { mdiHistory, mdiTranslate } from '@mdi/js';
import {
  TRANSLATION_TYPES,
  uploadFailed,
  uploadSucceeded,
  type TranslationType,
} from '@mission-control/contract/translations/rules';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { RunPanel } from '../../../lib/run-panel.tsx';
import { toastFailure } from '../../../lib/toast-failure.ts';
import { useClickedRun } from '../../../lib/use-clicked-run.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { PageFrame } from '../../../ui/page-frame.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { ToolForm } from '../../../ui/tool-form.tsx';
import { branchesQuery, sendUpload } from '../queries.ts';

const NO_TYPE = 'Choose a translation type first';

/** The tool that hands source texts to the translators [TRN-01]. */
export function UploadTranslationsPage() {
  const [type, setType] = useState<TranslationType | null>(null);
  const [branch, setBranch] = useState('');
  const [asked, setAsked] = useState(false);
  const branches = useQuery({ ...branchesQuery, enabled: asked, staleTime: Infinity });
  const click = useClickedRun();
  const upload = useMutation({
    mutationFn: (wanted: TranslationType) => sendUpload({ type: wanted, branch }, click.begin()),
    onSuccess: (_answer, wanted) => toast.success(uploadSucceeded(wanted)),
    onError: (error) => toastFailure(error, uploadFailed),
  });
  const names = branches.data?.branches ?? [];
  const readBranches = () => {
    setAsked(true);
    // A first click that failed is made good by the next one.
    if (branches.error) void branches.refetch();
  };
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
            pending={upload.isPending}
            disabledReason={type === null ? NO_TYPE : null}
          >
            Upload translations
          </ActionButton>
        }
        onSubmit={() => type !== null && !upload.isPending && upload.mutate(type)}
      >
        <SelectField
          label="Translation type"
          placeholder="Choose a type"
          options={TRANSLATION_TYPES}
          value={type ?? ''}
          onClick={readBranches}
          onFocus={(event) => event.currentTarget.matches(':focus-visible') && readBranches()}
          onChange={(event) =>
            setType(TRANSLATION_TYPES.find(({ value }) => value === event.target.value)?.value ?? null)
          }
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
      {click.run === null ? null : <RunPanel id={click.run.id} />}
    </PageFrame>
  );
}
