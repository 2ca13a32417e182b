import { addAlertChannel, deleteAlertChannel, saveAlertChannel } from '@mission-control/contract/alerts/calls';
import type { ChannelKind } from '@mission-control/contract/alerts/rules';
import type { AlertChannel, ChannelInput } from '@mission-control/contract/alerts/schema';
import { useState } from 'react';
import { DialogFrame } from '../../../ui/dialog/dialog-frame.tsx';
import { Checkbox } from '../../../ui/field/checkbox.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { TextAreaField, TextField } from '../../../ui/field/text-field.tsx';
import { channelOptions } from '../alert-words.ts';
import { useAlertChange } from '../use-alert-change.ts';
import { DialogFoot } from './dialog-foot.tsx';

/** The texts of the form, of all kinds. */
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

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

function settingsOf(kind: ChannelKind, texts: Texts): ChannelInput['settings'] {
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
    to: texts.to.split(/[\s,;]+/).filter((one) => one !== ''),
  };
}

interface ChannelDialogProps {
  /** Null adds one. */
  channel: AlertChannel | null;
  onClose: () => void;
}

function useChannelChanges(channel: AlertChannel | null, onClose: () => void) {
  const add = useAlertChange(addAlertChannel, 'Channel added', onClose);
  const save = useAlertChange(saveAlertChannel, 'Channel saved', onClose);
  const remove = useAlertChange(deleteAlertChannel, 'Channel deleted', onClose);
  return {
    add,
    save,
    remove,
    faults: (channel ? save : add).error?.fields ?? {},
    reset: () => {
      add.reset();
      save.reset();
    },
    send: (body: ChannelInput) => (channel ? save.mutate({ params: { id: channel.id }, body }) : add.mutate({ body })),
  };
}

/** Adds or changes a channel. A stored secret is never shown: an empty field keeps it. */
export function ChannelDialog({ channel, onClose }: ChannelDialogProps) {
  const [kind, setKind] = useState<ChannelKind>(channel?.kind ?? 'webhook');
  const [name, setName] = useState(channel?.name ?? '');
  const [enabled, setEnabled] = useState(channel?.enabled ?? true);
  const [texts, setTexts] = useState(() => textsOf(channel));
  const { add, save, remove, faults, reset, send } = useChannelChanges(channel, onClose);
  const change = (part: Partial<Texts>) => {
    setTexts((before) => ({ ...before, ...part }));
    reset();
  };
  const submit = () => send({ name: name.trim(), enabled, settings: settingsOf(kind, texts) });
  return (
    <DialogFrame
      open
      title={channel ? channel.name : 'Add channel'}
      onClose={onClose}
      onSubmit={submit}
      width={520}
      foot={
        <DialogFoot
          addLabel="Add channel"
          saving={add.isPending || save.isPending}
          deleting={remove.isPending}
          onDelete={channel && (() => remove.mutate({ params: { id: channel.id } }))}
          onClose={onClose}
        />
      }
    >
      <SelectField
        label="Kind"
        options={channelOptions}
        value={kind}
        disabled={channel !== null}
        onChange={(event) => {
          setKind(event.target.value as ChannelKind);
          reset();
        }}
      />
      <TextField
        label="Name"
        autoFocus
        autoComplete="off"
        value={name}
        error={faults.name}
        onChange={(event) => {
          setName(event.target.value);
          reset();
        }}
      />
      <KindFields kind={kind} texts={texts} faults={faults} isNew={channel === null} onChange={change} />
      <Checkbox label="Switched on" checked={enabled} onChange={(event) => setEnabled(event.target.checked)} />
    </DialogFrame>
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
        help={isNew ? 'Stored encrypted, since it may hold a token; only its host is shown later.' : KEPT}
        error={faults['settings.url']}
        onChange={(event) => onChange({ url: event.target.value })}
      />
      {kind === 'webhook' ? (
        <TextField
          label="Key of the signature"
          type="password"
          autoComplete="new-password"
          value={texts.secret}
          help={isNew ? 'At least 16 characters. The receiver checks with it that a message is genuine.' : KEPT}
          error={faults['settings.secret']}
          onChange={(event) => onChange({ secret: event.target.value })}
        />
      ) : null}
    </>
  );
}

const SECURITY = [
  { value: 'starttls', label: 'STARTTLS' },
  { value: 'tls', label: 'TLS from the start' },
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
      {input('user', 'User', { help: 'Leave it empty for a server that wants none.' })}
      {input('password', 'Password', {
        type: 'password',
        autoComplete: 'new-password',
        help: isNew ? undefined : KEPT,
      })}
      {input('from', 'Sender')}
      <TextAreaField
        label="Receivers"
        rows={3}
        value={texts.to}
        help="One address in each line"
        error={faults['settings.to'] ?? faults['settings.to.0']}
        onChange={(event) => onChange({ to: event.target.value })}
      />
    </>
  );
}
