import { mdiHistory, mdiTranslate } from '@mdi/js';
import { TRANSLATION_TYPES } from '@mission-control/contract/translations/rules';
import { RunPanel } from '../../../lib/run-panel.tsx';
import { ActionButton } from '../../../ui/action-button.tsx';
import { PageFrame } from '../../../ui/page-frame.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { ToolForm } from '../../../ui/tool-form.tsx';
import { useUpload } from '../use-upload.ts';

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
