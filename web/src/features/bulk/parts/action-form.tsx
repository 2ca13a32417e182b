import { mdiEye } from '@mdi/js';
import { SERVICES } from '@mission-control/contract/catalogue';
import { CONFIG_KINDS, findConfigKind } from '@mission-control/contract/config/kinds';
import { keyFault } from '@mission-control/contract/config/limits';
import { LOG_MINUTES } from '@mission-control/contract/control/rules';
import { LOG_LEVELS } from '@mission-control/contract/control/schema';
import { FORM_PAGE } from '@mission-control/contract/drafts/pages';
import { useState } from 'react';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { Checkbox } from '../../../ui/field/checkbox.tsx';
import { Segment } from '../../../ui/field/segment.tsx';
import { DraftBanner } from '../../../lib/draft/draft-banner.tsx';
import { useDraft } from '../../../lib/draft/use-draft.ts';
import { isObject } from '../../../lib/is-object.ts';
import { PresenceBar } from '../../../lib/presence/presence-bar.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { narrow } from '../../../ui/theme/tokens.ts';
import { SWITCH_ENDS } from '../../control/public.tsx';
import { ACTIONS, type ActionFields } from '../bulk-words.ts';

const Form = styled(Panel)({
  padding: 16,
  display: 'flex',
  flexDirection: 'column',
  gap: 12,
  '& form': {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '12px 16px',
    alignItems: 'end',
    '& > *': { flex: '1 1 170px' },
    // At the width of its choices.
    '& > [data-choices]': { flexGrow: 0, flexBasis: 'auto' },
  },
  [narrow]: {
    '& form': { flexDirection: 'column', flexWrap: 'nowrap', alignItems: 'stretch', '& > *': { flex: 'none' } },
  },
});
const Foot = styled('div')({
  // On phones the form is a column, in which a basis of 100% would fill the height.
  '&&': { flexBasis: '100%', [narrow]: { flexBasis: 'auto' } },
  display: 'flex',
  flexWrap: 'wrap',
  gap: 16,
  alignItems: 'center',
});

const CHANGES = [
  { value: 'set', label: 'Set' },
  { value: 'add', label: 'Add' },
  { value: 'remove', label: 'Remove' },
] as const;
const ON_OFF = [
  { value: 'on', label: 'On' },
  { value: 'off', label: 'Off' },
] as const;
const configs = CONFIG_KINDS.map(({ slug, label }) => ({ value: slug, label }));
const services = SERVICES.filter(({ hasSwitches }) => hasSwitches).map(({ slug, displayName }) => ({
  value: slug,
  label: displayName,
}));
const ENDS = [
  { value: '0', label: 'Never' },
  ...SWITCH_ENDS.map(({ minutes: value, label }) => ({ value: String(value), label })),
];
const levels = LOG_LEVELS.map((value) => ({ value, label: value }));
const minutes = LOG_MINUTES.map((value) => ({ value: String(value), label: `${value} min` }));

interface ActionFormProps {
  initial: ActionFields;
  /** The change was started, so the form is done. */
  started: boolean;
  pending: boolean;
  /** Number of tenants to preview. */
  tenants: number;
  onPreview: (fields: ActionFields) => void;
  /** A field was edited: an earlier preview no longer matches the form. */
  onEdit: () => void;
}

/** Chooses what is done to every tenant. */
export function ActionForm({ initial: given, started, pending, tenants, onPreview, onEdit }: ActionFormProps) {
  const [initial] = useState(given);
  const [fields, setFields] = useState(initial);
  const [tried, setTried] = useState(false);
  const set = (part: Partial<ActionFields>): void => {
    setFields({ ...fields, ...part });
    onEdit();
  };
  const fault = faultOf(fields);
  return (
    <Form aria-label="What to change">
      <FormDraft fields={fields} initial={initial} started={started} onRestore={set} />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (fault === null && !pending) onPreview(fields);
        }}
      >
        <SelectField
          label="Action"
          options={ACTIONS}
          value={fields.action}
          onChange={(event) => {
            const action = ACTIONS.find(({ value }) => value === event.target.value)?.value;
            if (action) set({ action });
          }}
        />
        <ActionInputs fields={fields} set={set} fault={tried ? fault : null} />
        <Foot>
          {fields.action === 'setting' ? (
            <Checkbox
              label="Commit to the servers after each save"
              checked={fields.commit}
              onChange={(event) => set({ commit: event.target.checked })}
            />
          ) : null}
          {fields.action === 'take-over' ? (
            <Checkbox
              label="Also where the next commit would change what the file means"
              checked={fields.acceptLosses}
              onChange={(event) => set({ acceptLosses: event.target.checked })}
            />
          ) : null}
          <ActionButton
            type="submit"
            variant="primary"
            icon={mdiEye}
            pending={pending}
            disabledReason={tenants === 0 ? 'No tenants are chosen' : null}
          >
            Preview
          </ActionButton>
        </Foot>
      </form>
    </Form>
  );
}

interface FormDraftProps {
  fields: ActionFields;
  initial: ActionFields;
  started: boolean;
  onRestore: (fields: ActionFields) => void;
}

/** Stores the form until the change is started, and shows who else is preparing a change. */
function FormDraft({ fields, initial, started, onRestore }: FormDraftProps) {
  const edits = JSON.stringify(fields) === JSON.stringify(initial) ? null : fields;
  const draft = useDraft({
    page: FORM_PAGE.bulk,
    base: '',
    edits,
    read: readFields,
    endsOnClose: started,
    restore: onRestore,
  });
  return (
    <>
      <PresenceBar page={FORM_PAGE.bulk} noun="bulk change" editing={edits !== null && !started} isNew />
      <DraftBanner draft={draft} />
    </>
  );
}

/** Parses a stored form; null if it is not of this version. */
function readFields(stored: unknown): ActionFields | null {
  const isForm = isObject(stored) && ACTIONS.some(({ value }) => value === stored.action);
  return isForm ? (stored as unknown as ActionFields) : null;
}

/** What is missing in the form; null: nothing. */
function faultOf({ action, key, group }: ActionFields): string | null {
  if (action === 'setting') return keyFault(key.trim());
  if (action === 'deployment-group' && group.trim() === '') return 'Enter a name for the group.';
  return null;
}

interface InputsProps {
  fields: ActionFields;
  set: (part: Partial<ActionFields>) => void;
  fault: string | null;
}

function ActionInputs(props: InputsProps) {
  const { fields, set, fault } = props;
  switch (fields.action) {
    case 'setting':
      return <SettingInputs {...props} />;
    case 'commit':
    case 'take-over':
    case 'validate':
      return <ConfigInput {...props} />;
    case 'maintenance':
    case 'cron':
      return (
        <>
          <SelectField
            label="Service"
            options={services}
            value={fields.service}
            onChange={(event) => set({ service: event.target.value })}
          />
          <SwitchInputs {...props} />
        </>
      );
    case 'active':
      return <SwitchInputs {...props} />;
    case 'deployment-group':
      return (
        <TextField
          label="Group"
          value={fields.group}
          error={fault}
          placeholder="production"
          spellCheck={false}
          onChange={(event) => set({ group: event.target.value })}
        />
      );
    case 'log-level':
      return <LevelInputs {...props} />;
  }
}

function ConfigInput({ fields, set }: InputsProps) {
  return (
    <SelectField
      label="Config"
      options={configs}
      value={fields.config}
      onChange={(event) => {
        const kind = findConfigKind(event.target.value);
        if (kind) set({ config: kind.slug });
      }}
    />
  );
}

function SettingInputs(props: InputsProps) {
  const { fields, set, fault } = props;
  return (
    <>
      <ConfigInput {...props} />
      <div data-choices>
        <Segment label="Change" options={CHANGES} value={fields.change} onChange={(change) => set({ change })} />
      </div>
      <TextField
        label="Setting"
        mono
        value={fields.key}
        error={fault}
        placeholder="BRIDGE_TIMEOUT"
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => set({ key: event.target.value })}
      />
      {fields.change === 'remove' ? null : (
        <TextField
          label="Value"
          mono
          value={fields.value}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => set({ value: event.target.value })}
        />
      )}
    </>
  );
}

function SwitchInputs({ fields, set }: InputsProps) {
  return (
    <>
      <div data-choices>
        <Segment
          label="Switch"
          options={ON_OFF}
          value={fields.on ? 'on' : 'off'}
          onChange={(value) => set({ on: value === 'on' })}
        />
      </div>
      <SelectField
        label="Reverts"
        options={ENDS}
        value={String(fields.ends)}
        onChange={(event) => set({ ends: Number(event.target.value) })}
      />
    </>
  );
}

function LevelInputs({ fields, set }: InputsProps) {
  return (
    <>
      <SelectField
        label="Level"
        options={levels}
        value={fields.level}
        onChange={(event) => {
          const level = LOG_LEVELS.find((one) => one === event.target.value);
          if (level) set({ level });
        }}
      />
      <SelectField
        label="For"
        options={minutes}
        value={String(fields.minutes)}
        onChange={(event) => {
          const chosen = LOG_MINUTES.find((one) => one === Number(event.target.value));
          if (chosen) set({ minutes: chosen });
        }}
      />
    </>
  );
}
