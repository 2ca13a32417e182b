import { mdiContentSaveOutline } from '@mdi/js';
import { FORM_PAGE } from '@mission-control/contract/drafts/pages';
import { saveFoundChecks, saveMonitorChecks } from '@mission-control/contract/monitors/calls';
import type { CheckSettings, SomeCheckSettings } from '@mission-control/contract/monitors/schema';
import type { MonitorState } from '@mission-control/contract/monitors/rules';
import { TOPIC } from '@mission-control/contract/topics';
import { countText } from '@mission-control/contract/numbers';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { api } from '../../../lib/api/api.ts';
import { invalidateTopics } from '../../../lib/api/query.ts';
import { clearError } from '../../../lib/api/use-change.ts';
import { FieldsDraft } from '../../../lib/draft/fields-draft.tsx';
import { changedKeys, type Fields } from '../../../lib/draft/merge-fields.ts';
import { PresenceBar } from '../../../lib/presence/presence-bar.tsx';
import { toastError } from '../../../lib/toast/toast-error.ts';
import { DialogFrame, FormFooter } from '../../../ui/dialog/dialog-frame.tsx';
import { useWhileMounted } from '../../../ui/dialog/use-dialog.ts';
import { Checkbox } from '../../../ui/field/checkbox.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { narrow } from '../../../ui/theme/tokens.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { CHECK_LABELS } from '../monitor-words.ts';

/** The settings as typed; times in the unit of their field. */
type Texts = Record<keyof CheckSettings, string>;

const NO_TEXTS: Texts = {
  path: '',
  expected_status: '',
  expected_text: '',
  timeout_ms: '',
  failures_to_down: '',
  successes_to_up: '',
  slow_ms: '',
};

const textsOf = (checks: CheckSettings): Texts => ({
  path: checks.path,
  expected_status: String(checks.expected_status),
  expected_text: checks.expected_text ?? '',
  timeout_ms: String(checks.timeout_ms / 1000),
  failures_to_down: String(checks.failures_to_down),
  successes_to_up: String(checks.successes_to_up),
  slow_ms: String(checks.slow_ms),
});

/** The typed settings without empty fields; text that is not a number becomes NaN, which the server refuses by field. */
function settingsOf(texts: Texts): SomeCheckSettings {
  const typed = Object.entries(texts).filter(([, text]) => text.trim() !== '');
  return Object.fromEntries(
    typed.map(([key, text]): [string, string | number] => {
      if (key === 'path' || key === 'expected_text') return [key, text.trim()];
      return [key, key === 'timeout_ms' ? Math.round(Number(text) * 1000) : Number(text)];
    }),
  );
}

/** All settings: an empty expected text means none, any other empty field keeps its value. */
const wholeSettings = (known: CheckSettings, texts: Texts): CheckSettings =>
  Object.assign({ ...known, expected_text: null }, settingsOf(texts));

interface FormProps {
  title: string;
  texts: Texts;
  onChange: (part: Partial<Texts>) => void;
  faults: Readonly<Record<string, string>>;
  saving: boolean;
  /** Many monitors: empty fields stay as they are. */
  many?: { noText: boolean; onNoText: (on: boolean) => void };
  onSubmit: () => void;
  onClose: () => void;
  /** Above the fields. */
  children?: ReactNode;
}

const Grid = styled('div')({
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  gap: '16px 12px',
  alignItems: 'start',
  [narrow]: { gridTemplateColumns: '1fr' },
});

function ChecksForm({ title, texts, onChange, faults, saving, many, onSubmit, onClose, children }: FormProps) {
  const field = (key: keyof CheckSettings, label: string, more: object = {}) => (
    <TextField
      label={label}
      autoComplete="off"
      spellCheck={false}
      placeholder={many ? 'Unchanged' : undefined}
      value={texts[key]}
      error={faults[`checks.${key}`]}
      onChange={(event) => onChange({ [key]: event.target.value })}
      {...more}
    />
  );
  const number = (min: number, max: number, step: number | 'any' = 1) => ({ type: 'number', min, max, step });
  return (
    <DialogFrame
      open
      title={title}
      onClose={onClose}
      onSubmit={onSubmit}
      width={520}
      footer={<FormFooter label="Save" icon={mdiContentSaveOutline} pending={saving} onClose={onClose} />}
    >
      {children}
      {field('path', CHECK_LABELS.path, {
        mono: true,
        autoFocus: true,
        help: 'The path to request, without the host.',
      })}
      <Grid>
        {field('expected_status', CHECK_LABELS.expected_status, number(100, 599))}
        {field('timeout_ms', CHECK_LABELS.timeout_ms, number(1, 10, 'any'))}
      </Grid>
      {field('expected_text', CHECK_LABELS.expected_text, {
        disabled: many?.noText,
        help:
          'Must be in the first 256 KB of the response, exactly as written.' + (many ? '' : ' Empty: any response.'),
      })}
      {many ? (
        <Checkbox
          label="Expect no text"
          checked={many.noText}
          onChange={(event) => many.onNoText(event.target.checked)}
        />
      ) : null}
      <Grid>
        {field('failures_to_down', CHECK_LABELS.failures_to_down, number(1, 20))}
        {field('successes_to_up', CHECK_LABELS.successes_to_up, number(1, 20))}
        {field('slow_ms', CHECK_LABELS.slow_ms, number(50, 10_000))}
      </Grid>
    </DialogFrame>
  );
}

/** The texts of a form, and a mutation that saves them. */
function useChecksForm<Answer>(
  first: Texts,
  send: (texts: Texts) => Promise<Answer>,
  onSaved: (answer: Answer) => void,
) {
  const client = useQueryClient();
  const [texts, setTexts] = useState(first);
  const save = useMutation({
    mutationFn: () => send(texts),
    onSuccess: onSaved,
    onError: (fault) => (Object.keys(fault.fields).length === 0 ? toastError(fault) : undefined),
    onSettled: () => invalidateTopics(client, [TOPIC.monitors]),
  });
  return {
    texts,
    onChange: (part: Partial<Texts>) => {
      setTexts((before) => ({ ...before, ...part }));
      clearError(save);
    },
    faults: save.error?.fields ?? {},
    saving: save.isPending,
    onSubmit: () => save.mutate(),
  };
}

interface ChecksDialogProps {
  id: number;
  /** The settings as they are saved now. */
  checks: CheckSettings;
  onClose: () => void;
}

const fieldsOf = (texts: Texts): Fields => new Map(Object.entries(texts));

/** Edits how one monitor is checked. */
export function ChecksDialog({ id, checks, onClose }: ChecksDialogProps) {
  const [base] = useState(() => textsOf(checks));
  const client = useQueryClient();
  const close = useWhileMounted(onClose);
  const page = FORM_PAGE.checks(id);
  const form = useChecksForm(
    base,
    (texts) => {
      // The form already contains what others saved.
      const body = { checks: wholeSettings(checks, texts), known: checks };
      return api.send(saveMonitorChecks, { params: { id }, body });
    },
    () => {
      toast.success('Checks saved');
      void invalidateTopics(client, [TOPIC.monitor(id)]);
      close();
    },
  );
  const [mine, saved] = [fieldsOf(form.texts), fieldsOf(textsOf(checks))];
  return (
    <ChecksForm title="How this monitor is checked" {...form} onClose={onClose}>
      <PresenceBar page={page} noun="form" editing={changedKeys(saved, mine).length > 0} />
      <FieldsDraft
        page={page}
        base={fieldsOf(base)}
        mine={mine}
        saved={saved}
        labelOf={(key) => CHECK_LABELS[key as keyof Texts]}
        mergeOthers={!form.saving}
        endsOnClose
        onRestore={(changes) => form.onChange(Object.fromEntries([...changes].map(([key, text]) => [key, text ?? ''])))}
      />
    </ChecksForm>
  );
}

interface FoundChecksDialogProps {
  q: string;
  state: MonitorState | undefined;
  found: number;
  onClose: () => void;
}

/** Edits how all monitors found by a search are checked. */
export function FoundChecksDialog({ q, state, found, onClose }: FoundChecksDialogProps) {
  const [count] = useState(found);
  const [noText, setNoText] = useState(false);
  const close = useWhileMounted(onClose);
  const form = useChecksForm(
    NO_TEXTS,
    (texts) => {
      const checks = { ...settingsOf(texts), ...(noText && { expected_text: null }) };
      return api.send(saveFoundChecks, { body: { q, found: count, checks, ...(state && { state }) } });
    },
    ({ changed }) => {
      toast.success(`Checks of ${countText(changed, 'monitor')} saved`);
      close();
    },
  );
  const title = `How ${countText(count, 'monitor')} ${count === 1 ? 'is' : 'are'} checked`;
  return <ChecksForm title={title} many={{ noText, onNoText: setNoText }} {...form} onClose={onClose} />;
}
