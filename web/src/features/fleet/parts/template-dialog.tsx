import { mdiContentSaveOutline } from '@mdi/js';
import type { CallResponse } from '@mission-control/contract/call';
import { getKeys, saveTemplate, type listTemplates } from '@mission-control/contract/config/calls';
import { configLabel } from '@mission-control/contract/config/kinds';
import { FORM_PAGE } from '@mission-control/contract/drafts/pages';
import { countText } from '@mission-control/contract/numbers';
import { TOPIC } from '@mission-control/contract/topics';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../lib/api/api.ts';
import type { ApiError } from '../../../lib/api/api-error.ts';
import { invalidateTopics, queryOf } from '../../../lib/api/query.ts';
import { clearError } from '../../../lib/api/use-change.ts';
import { FieldsDraft } from '../../../lib/draft/fields-draft.tsx';
import { withChanges, type FieldChanges, type Fields } from '../../../lib/draft/merge-fields.ts';
import { PresenceBar } from '../../../lib/presence/presence-bar.tsx';
import { toastError } from '../../../lib/toast/toast-error.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { DialogFrame, FormFooter } from '../../../ui/dialog/dialog-frame.tsx';
import { useWhileMounted } from '../../../ui/dialog/use-dialog.ts';
import { TextAreaField } from '../../../ui/field/text-field.tsx';
import { Banner } from '../../../ui/layout/banner.tsx';
import { toast } from '../../../ui/toast/toast.ts';

export type Template = CallResponse<typeof listTemplates>['templates'][number];
type Rows = Template['rows'];

const textOf = (rows: Rows): string => rows.map(({ key, value }) => `${key} = ${value}`).join('\n');

/** `NAME = value`, one per line. */
function rowsOf(text: string): Rows {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const at = line.indexOf('=');
      return at < 0
        ? { key: line.trim(), value: '' }
        : { key: line.slice(0, at).trim(), value: line.slice(at + 1).trim() };
    });
}

const fieldsOf = (rows: Rows): Fields => new Map(rows.map(({ key, value }) => [key, value]));

function useSaveTemplate(template: Template, text: string, onSaved: () => void) {
  const { service, rows } = template;
  const client = useQueryClient();
  const close = useWhileMounted(onSaved);
  return useMutation({
    mutationFn: () => api.send(saveTemplate, { params: { service }, body: { rows: rowsOf(text), base: rows } }),
    onSuccess: async () => {
      toast.success(`Default template of ${configLabel(template.service)} saved`);
      // A reopened dialog must start from the stored lines.
      await invalidateTopics(client, [TOPIC.environments]);
      close();
    },
    onError: (error) => {
      // Merges what others saved into the form.
      if (error.code === 'conflict') void invalidateTopics(client, [TOPIC.environments]);
      if (!SHOWN_HERE.has(error.code)) toastError(error);
    },
  });
}

/** Edits a default template as lines; the server refuses what its validator refuses. */
export function TemplateDialog({ template, onClose }: { template: Template; onClose: () => void }) {
  const { service } = template;
  const [began] = useState(template.rows);
  const [text, setText] = useState(() => textOf(template.rows));
  const save = useSaveTemplate(template, text, onClose);
  return (
    <DialogFrame
      open
      title={`Default template of ${configLabel(template.service)}`}
      onClose={onClose}
      onSubmit={() => (save.isPending ? undefined : save.mutate())}
      width={600}
      footer={
        <>
          <AddKeys service={service} text={text} onAdd={setText} />
          <FormFooter label="Save" icon={mdiContentSaveOutline} pending={save.isPending} onClose={onClose} />
        </>
      }
    >
      <TextAreaField
        label="Settings"
        mono
        rows={14}
        autoFocus
        spellCheck={false}
        value={text}
        help="One per line, as NAME = value. {tenant_name} becomes the name of the tenant, {domain} its domain, and {database_host}, {database_port} and {database} what a new service gets; secrets without a value are generated then. Existing configs do not change."
        onChange={(event) => {
          setText(event.target.value);
          clearError(save);
        }}
      />
      <TemplateDraft
        template={template}
        began={began}
        text={text}
        mergeOthers={!save.isPending && !save.isSuccess}
        onText={(change) => {
          setText(change);
          clearError(save);
        }}
      />
      <SaveFault error={save.error} />
    </DialogFrame>
  );
}

interface TemplateDraftProps {
  template: Template;
  began: Rows;
  text: string;
  mergeOthers: boolean;
  onText: (change: (text: string) => string) => void;
}

/** Keeps a draft of the lines until they are saved or discarded, and shows who else edits them. */
function TemplateDraft({ template, began, text, mergeOthers, onText }: TemplateDraftProps) {
  const page = FORM_PAGE.template(template.service);
  const merged = (now: string, changes: FieldChanges): string =>
    textOf([...withChanges(fieldsOf(rowsOf(now)), changes)].map(([key, value]) => ({ key, value })));
  return (
    <>
      <PresenceBar page={page} noun="template" editing={text !== textOf(template.rows)} />
      <FieldsDraft
        page={page}
        base={fieldsOf(began)}
        mine={fieldsOf(rowsOf(text))}
        saved={fieldsOf(template.rows)}
        mergeOthers={mergeOthers}
        endsOnClose
        onRestore={(changes) => onText((now) => merged(now, changes))}
      />
    </>
  );
}

/** Errors that the dialog shows itself. */
const SHOWN_HERE: ReadonlySet<string> = new Set(['refused', 'conflict', 'bad_request']);

function SaveFault({ error }: { error: ApiError | null }) {
  if (error === null || !SHOWN_HERE.has(error.code)) return null;
  return (
    <Banner meaning="bad" live title={error.code === 'conflict' ? 'Changed since you opened it.' : 'Not saved.'}>
      {error.messages.map((message) => (
        <div key={message}>{message}</div>
      ))}
    </Banner>
  );
}

interface AddKeysProps {
  service: Template['service'];
  text: string;
  onAdd: (text: string) => void;
}

/** Adds the known keys that the template lacks, to start one where the documents have none. */
function AddKeys({ service, text, onAdd }: AddKeysProps) {
  const { data } = useQuery(queryOf(getKeys, { params: { service } }));
  const named = new Set(rowsOf(text).map(({ key }) => key));
  const missing = data?.keys.filter(({ key_name: key }) => !named.has(key)) ?? [];
  if (missing.length === 0) return null;
  const added = missing.map(({ key_name: key, type, options }) => {
    const fallback = type.startsWith('bool') ? 'False' : (options[0]?.value ?? (type === 'number' ? '0' : ''));
    return { key, value: fallback };
  });
  return (
    <ActionButton variant="ghost" onClick={() => onAdd(textOf([...rowsOf(text), ...added]))}>
      {`Add ${countText(missing.length, 'more known key')}`}
    </ActionButton>
  );
}
