import {
  addAlertRule,
  deleteAlertRule,
  listAlertChannels,
  saveAlertRule,
} from '@mission-control/contract/alerts/calls';
import { ALERT_KINDS, KIND_WORDS, type AlertKind, type Severity } from '@mission-control/contract/alerts/rules';
import type { AlertRule, RuleInput } from '@mission-control/contract/alerts/schema';
import { FORM_PAGE } from '@mission-control/contract/drafts/pages';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '../../../lib/api/query.ts';
import { useChange } from '../../../lib/api/use-change.ts';
import { fromJson, jsonFields, readable } from '../../../lib/draft/merge-fields.ts';
import { faultsOf, RecordDialog } from '../../../lib/draft/record-dialog.tsx';
import { Checkbox } from '../../../ui/field/checkbox.tsx';
import { FieldGroup } from '../../../ui/field/field-group.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { RetryBanner } from '../../../ui/layout/banner.tsx';
import { ALERT_TOPICS, CHANNEL_LABELS, severityOptions } from '../alert-words.ts';
import { QuietFields, ScopeFields } from './rule-fields.tsx';
import { RulePreview } from './rule-preview.tsx';

const kindOptions = ALERT_KINDS.map((value) => ({ value, label: KIND_WORDS[value].label }));

const defaultLimits = (kind: AlertKind) => ({
  limit: KIND_WORDS[kind].limit?.usual ?? null,
  minutes: KIND_WORDS[kind].minutes?.usual ?? null,
});

const NEW_RULE: RuleInput = {
  name: '',
  kind: 'site-down',
  ...defaultLimits('site-down'),
  severity: 'critical',
  scope: { regions: [], environments: [], tenants: [] },
  quiet: null,
  channels: [],
  enabled: true,
};

const RULE_LABELS: Readonly<Partial<Record<keyof RuleInput, string>>> = {
  name: 'Name',
  severity: 'Severity',
  scope: 'Applies to',
  quiet: 'Quiet hours',
  channels: 'Sent to',
  enabled: 'Switched on',
};

function inputOf({ id: _id, updated_at: _at, updated_by: _by, open: _open, ...input }: AlertRule): RuleInput {
  return input;
}

interface RuleDialogProps {
  /** Null adds one. */
  rule: AlertRule | null;
  onClose: () => void;
}

/** Adds or changes a rule, and previews what it would have sent. */
export function RuleDialog({ rule, onClose }: RuleDialogProps) {
  const [base] = useState<RuleInput>(() => (rule ? inputOf(rule) : NEW_RULE));
  const [input, setInput] = useState(base);
  const changes = {
    add: useChange(ALERT_TOPICS, addAlertRule, 'Rule added', onClose),
    save: useChange(ALERT_TOPICS, saveAlertRule, 'Rule saved', onClose),
    remove: useChange(ALERT_TOPICS, deleteAlertRule, 'Rule deleted', onClose),
  };
  const { faults, forget } = faultsOf(rule, changes);
  const change = (part: Partial<RuleInput>) => {
    setInput((before) => ({ ...before, ...part }));
    forget();
  };
  const body = { ...input, name: input.name.trim() };
  return (
    <RecordDialog
      record={rule}
      noun="rule"
      deletion={{
        removed: ['Its open alerts are resolved.'],
        kept: ['The alerts that it has opened stay in the list.'],
      }}
      changes={changes}
      body={body}
      draft={{
        page: FORM_PAGE.alertRule(rule?.id ?? null),
        base: jsonFields(base),
        mine: jsonFields(input),
        saved: jsonFields(rule ? inputOf(rule) : NEW_RULE),
        labelOf: (key) => RULE_LABELS[key as keyof RuleInput],
        show: readable,
        onRestore: (restored) => setInput((now) => ({ ...now, ...fromJson(restored) })),
      }}
      onClose={onClose}
    >
      <RuleFields input={input} isNew={rule === null} faults={faults} onChange={change} />
      <RulePreview input={body} />
    </RecordDialog>
  );
}

interface RuleFieldsProps extends LimitFieldsProps {
  isNew: boolean;
}

function RuleFields({ input, isNew, faults, onChange }: RuleFieldsProps) {
  return (
    <>
      <TextField
        label="Name"
        autoFocus
        autoComplete="off"
        value={input.name}
        error={faults.name}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <SelectField
        label="Watches"
        options={kindOptions}
        value={input.kind}
        disabled={!isNew}
        error={faults.kind}
        onChange={(event) => {
          const kind = event.target.value as AlertKind;
          const noTenants = KIND_WORDS[kind].ofTenants ? {} : { tenants: [], views: [] };
          onChange({ kind, ...defaultLimits(kind), scope: { ...input.scope, ...noTenants } });
        }}
      />
      <LimitFields input={input} faults={faults} onChange={onChange} />
      <SelectField
        label="Severity"
        options={severityOptions}
        value={input.severity}
        onChange={(event) => onChange({ severity: event.target.value as Severity })}
      />
      <ScopeFields
        ofTenants={KIND_WORDS[input.kind].ofTenants}
        scope={input.scope}
        fault={faults['scope.views']}
        onChange={(scope) => onChange({ scope })}
      />
      <QuietFields quiet={input.quiet} faults={faults} onChange={(quiet) => onChange({ quiet })} />
      <ChannelFields chosen={input.channels} fault={faults.channels} onChange={(channels) => onChange({ channels })} />
      <Checkbox
        label="Switched on"
        checked={input.enabled}
        onChange={(event) => onChange({ enabled: event.target.checked })}
      />
    </>
  );
}

interface LimitFieldsProps {
  input: RuleInput;
  faults: Readonly<Record<string, string>>;
  onChange: (part: Partial<RuleInput>) => void;
}

function LimitFields({ input, faults, onChange }: LimitFieldsProps) {
  return (['limit', 'minutes'] as const).map((field) => {
    const bounds = KIND_WORDS[input.kind][field];
    if (bounds === null) return null;
    return (
      <TextField
        key={field}
        label={bounds.label}
        type="number"
        min={bounds.min}
        max={bounds.max}
        value={input[field] ?? ''}
        error={faults[field]}
        onChange={(event) => onChange({ [field]: event.target.value === '' ? null : Number(event.target.value) })}
      />
    );
  });
}

interface ChannelFieldsProps {
  chosen: readonly number[];
  fault: string | undefined;
  onChange: (channels: number[]) => void;
}

function ChannelFields({ chosen, fault, onChange }: ChannelFieldsProps) {
  const query = useQuery(queryOf(listAlertChannels, {}));
  const channels = query.data?.channels ?? [];
  return (
    <FieldGroup legend="Sent to" fault={fault}>
      <RetryBanner query={query} title="The channels could not be loaded." />
      {query.data && channels.length === 0 ? <p>No channels yet: alerts only appear on the page.</p> : null}
      {channels.map(({ id, name, kind }) => (
        <Checkbox
          key={id}
          label={`${name} (${CHANNEL_LABELS[kind]})`}
          checked={chosen.includes(id)}
          onChange={(event) =>
            onChange(event.target.checked ? [...chosen, id] : chosen.filter((channel) => channel !== id))
          }
        />
      ))}
    </FieldGroup>
  );
}
