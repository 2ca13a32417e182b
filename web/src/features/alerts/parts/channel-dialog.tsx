import { addAlertChannel, deleteAlertChannel, saveAlertChannel } from '@mission-control/contract/alerts/calls';
import { CHANNEL_KINDS, type ChannelKind } from '@mission-control/contract/alerts/rules';
import type { AlertChannel, ChannelInput } from '@mission-control/contract/alerts/schema';
import { FORM_PAGE } from '@mission-control/contract/drafts/pages';
import { useState } from 'react';
import { useChange } from '../../../lib/api/use-change.ts';
import { withChanges, type FieldChanges, type Fields } from '../../../lib/draft/merge-fields.ts';
import { faultsOf, RecordDialog } from '../../../lib/draft/record-dialog.tsx';
import { Checkbox } from '../../../ui/field/checkbox.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { TextAreaField, TextField } from '../../../ui/field/text-field.tsx';
import { ALERT_TOPICS, channelOptions } from '../alert-words.ts';

/** Text fields of all kinds of channels. */
interface Texts {
  url: string;
  secret: string;
  host: string;
  port: string;
  security: 'starttls' | 'tls' | 'none';
  user: string;
  password: string;
  from: string;
  to: string;
}

function textsOf(channel: AlertChannel | null): Texts {
  const email = channel?.email;
  return {
    url: '',
    secret: '',
    host: email?.host ?? '',
    port: String(email?.port ?? 587),
    security: email?.security ?? 'starttls',
    user: email?.user ?? '',
    password: '',
    from: email?.from ?? '',
    to: email?.to.join('\n') ?? '',
  };
}

interface Form {
  kind: ChannelKind;
  name: string;
  enabled: boolean;
  people: boolean;
  texts: Texts;
}

const formOf = (channel: AlertChannel | null): Form => ({
  kind: channel?.kind ?? 'webhook',
  name: channel?.name ?? '',
  enabled: channel?.enabled ?? true,
  people: channel?.email?.people ?? false,
  texts: textsOf(channel),
});

const onOff = (is: boolean): string => (is ? 'on' : 'off');
const fieldsOf = ({ kind, name, enabled, people, texts }: Form): Fields =>
  new Map([
    ...Object.entries(texts),
    ['kind', kind],
    ['name', name],
    ['enabled', onOff(enabled)],
    ['people', onOff(people)],
  ]);

function withFields(form: Form, changes: FieldChanges): Form {
  const { kind, name, enabled, people, ...texts } = Object.fromEntries(withChanges(fieldsOf(form), changes));
  return {
    kind: CHANNEL_KINDS.find((known) => known === kind) ?? form.kind,
    name: name ?? '',
    enabled: enabled === 'on',
    people: people === 'on',
    texts: { ...form.texts, ...texts },
  };
}

const LABELS: Readonly<Record<string, string>> = {
  kind: 'Kind',
  name: 'Name',
  enabled: 'Switched on',
  people: 'For subscriptions',
  host: 'Mail server',
  port: 'Port',
  security: 'Encryption',
  user: 'User',
  from: 'Sender',
  to: 'Recipients',
};

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

function settingsOf({ kind, texts, people }: Form): ChannelInput['settings'] {
  const url = orNull(texts.url);
  if (kind === 'webhook') return { kind, url, secret: orNull(texts.secret) };
  if (kind !== 'email') return { kind, url };
  return {
    kind,
    host: texts.host.trim(),
    port: Number(texts.port),
    security: texts.security,
    user: orNull(texts.user),
    password: texts.password === '' ? null : texts.password,
    from: texts.from.trim(),
    to: recipientsOf(texts.to),
    people,
  };
}

interface ChannelDialogProps {
  /** Null adds one. */
  channel: AlertChannel | null;
  onClose: () => void;
}

/**
 * Adds or changes a channel. A stored secret is never shown: an empty field keeps it. Drafts include typed secrets: the server
 * encrypts each draft as a whole, for its owner only.
 */
export function ChannelDialog({ channel, onClose }: ChannelDialogProps) {
  const [base] = useState(() => fieldsOf(formOf(channel)));
  const [form, setForm] = useState(() => formOf(channel));
  const { kind, name, enabled, people, texts } = form;
  const changes = {
    add: useChange(ALERT_TOPICS, addAlertChannel, 'Channel added', onClose),
    save: useChange(ALERT_TOPICS, saveAlertChannel, 'Channel saved', onClose),
    remove: useChange(ALERT_TOPICS, deleteAlertChannel, 'Channel deleted', onClose),
  };
  const { faults, forget } = faultsOf(channel, changes);
  const change = (part: Partial<Form>) => {
    setForm((before) => ({ ...before, ...part }));
    forget();
  };
  return (
    <RecordDialog
      record={channel}
      noun="channel"
      deletion={{ removed: ['Nothing more is sent to it, not even messages still waiting to be sent.'] }}
      width={520}
      changes={changes}
      body={{ name: name.trim(), enabled, settings: settingsOf(form) }}
      draft={{
        page: FORM_PAGE.alertChannel(channel?.id ?? null),
        base,
        mine: fieldsOf(form),
        saved: fieldsOf(formOf(channel)),
        labelOf: (key) => LABELS[key],
        onRestore: (restored) => setForm((now) => withFields(now, restored)),
      }}
      onClose={onClose}
    >
      <SelectField
        label="Kind"
        options={channelOptions}
        value={kind}
        disabled={channel !== null}
        onChange={(event) => change({ kind: event.target.value as ChannelKind })}
      />
      <TextField
        label="Name"
        autoFocus
        autoComplete="off"
        value={name}
        error={faults.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <KindFields
        kind={kind}
        texts={texts}
        faults={faults}
        isNew={channel === null}
        onChange={(part) => change({ texts: { ...texts, ...part } })}
      />
      <SwitchFields kind={kind} people={people} enabled={enabled} onChange={change} />
    </RecordDialog>
  );
}

interface SwitchFieldsProps extends Pick<Form, 'kind' | 'people' | 'enabled'> {
  onChange: (part: Partial<Form>) => void;
}

function SwitchFields({ kind, people, enabled, onChange }: SwitchFieldsProps) {
  return (
    <>
      {kind === 'email' ? (
        <Checkbox
          label="Send personal subscriptions"
          checked={people}
          onChange={(event) => onChange({ people: event.target.checked })}
        />
      ) : null}
      <Checkbox
        label="Switched on"
        checked={enabled}
        onChange={(event) => onChange({ enabled: event.target.checked })}
      />
    </>
  );
}

interface FieldsProps {
  texts: Texts;
  faults: Readonly<Record<string, string>>;
  isNew: boolean;
  onChange: (part: Partial<Texts>) => void;
}

function KindFields({ kind, ...fields }: FieldsProps & { kind: ChannelKind }) {
  return kind === 'email' ? <EmailFields {...fields} /> : <HookFields kind={kind} {...fields} />;
}

const KEPT = 'Leave it empty to keep the stored one.';

function HookFields({ kind, texts, faults, isNew, onChange }: FieldsProps & { kind: ChannelKind }) {
  return (
    <>
      <TextField
        label="Address"
        mono
        spellCheck={false}
        autoComplete="off"
        value={texts.url}
        help={isNew ? 'Stored encrypted, since it may contain a token; only its host is shown later.' : KEPT}
        error={faults['settings.url']}
        onChange={(event) => onChange({ url: event.target.value })}
      />
      {kind === 'webhook' ? (
        <TextField
          label="Signing key"
          type="password"
          autoComplete="new-password"
          value={texts.secret}
          help={isNew ? 'At least 16 characters. The receiver uses it to verify messages.' : KEPT}
          error={faults['settings.secret']}
          onChange={(event) => onChange({ secret: event.target.value })}
        />
      ) : null}
    </>
  );
}

const SECURITY = [
  { value: 'starttls', label: 'STARTTLS' },
  { value: 'tls', label: 'Implicit TLS' },
  { value: 'none', label: 'None' },
];

function EmailFields({ texts, faults, isNew, onChange }: FieldsProps) {
  const input = (field: Exclude<keyof Texts, 'security' | 'to'>, label: string, more: object = {}) => (
    <TextField
      label={label}
      spellCheck={false}
      autoComplete="off"
      value={texts[field]}
      error={faults[`settings.${field}`]}
      onChange={(event) => onChange({ [field]: event.target.value })}
      {...more}
    />
  );
  return (
    <>
      {input('host', 'Mail server')}
      {input('port', 'Port', { type: 'number', min: 1, max: 65_535 })}
      <SelectField
        label="Encryption"
        options={SECURITY}
        value={texts.security}
        onChange={(event) => onChange({ security: event.target.value as Texts['security'] })}
      />
      {input('user', 'User', { help: 'Leave it empty if the server needs none.' })}
      {input('password', 'Password', {
        type: 'password',
        autoComplete: 'new-password',
        help: isNew ? undefined : KEPT,
      })}
      {input('from', 'Sender')}
      <TextAreaField
        label="Recipients"
        rows={3}
        value={texts.to}
        help="One address per line."
        error={recipientsFault(faults, recipientsOf(texts.to))}
        onChange={(event) => onChange({ to: event.target.value })}
      />
    </>
  );
}

const recipientsOf = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean);

/** What is wrong with the recipients, naming the first invalid one. */
function recipientsFault(faults: Readonly<Record<string, string>>, to: readonly string[]): string | undefined {
  const [key, fault] = Object.entries(faults).find(([field]) => /^settings\.to(\.\d+)?$/.test(field)) ?? [];
  const address = to[Number(key?.split('.')[2])];
  return fault !== undefined && address !== undefined ? `${address}: ${fault}` : fault;
}
