import {
  addAlertSubscription,
  endAlertSubscription,
  listAlertRules,
  saveAlertSubscription,
} from '@mission-control/contract/alerts/calls';
import { SEVERITIES, type Severity } from '@mission-control/contract/alerts/states';
import type { AlertSubscription, SubscriptionInput } from '@mission-control/contract/alerts/schema';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '../../../lib/api/query.ts';
import { useChange } from '../../../lib/api/use-change.ts';
import { faultsOf } from '../../../lib/draft/record-dialog.tsx';
import { PickList } from '../../../lib/pick-list.tsx';
import { choicesOf } from '../../../lib/tenant-matches.ts';
import { DialogFooter } from '../../../ui/dialog/dialog-footer.tsx';
import { DialogFrame } from '../../../ui/dialog/dialog-frame.tsx';
import { Checkbox } from '../../../ui/field/checkbox.tsx';
import { FieldGroup } from '../../../ui/field/field-group.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { ALERT_TOPICS, SEVERITY_WORDS } from '../alert-words.ts';
import { ScopeFields } from './rule-fields.tsx';

interface SubscriptionDialogProps {
  /** Null adds one. */
  subscription: AlertSubscription | null;
  /** From another subscription of the same person. */
  knownEmail: string;
  onClose: () => void;
}

function inputOf({ email, rules, severities, scope }: AlertSubscription): SubscriptionInput {
  return { email, rules, severities, scope };
}

/** The input and its mutations; the next change clears the errors. */
function useSubscriptionForm({ subscription, knownEmail, onClose }: SubscriptionDialogProps) {
  const [input, setInput] = useState<SubscriptionInput>(() =>
    subscription
      ? inputOf(subscription)
      : {
          email: knownEmail,
          rules: [],
          severities: ['critical', 'warning'],
          scope: { regions: [], environments: [], tenants: [] },
        },
  );
  const add = useChange(ALERT_TOPICS, addAlertSubscription, 'Subscribed', onClose);
  const save = useChange(ALERT_TOPICS, saveAlertSubscription, 'Subscription saved', onClose);
  const end = useChange(ALERT_TOPICS, endAlertSubscription, 'Subscription ended', onClose);
  const { faults, forget } = faultsOf(subscription, { add, save });
  const change = (part: Partial<SubscriptionInput>) => {
    setInput((before) => ({ ...before, ...part }));
    forget();
  };
  const body = { ...input, email: input.email.trim() };
  return { input, faults, change, body, add, save, end };
}

/** Chooses which alerts to get by e-mail. */
export function SubscriptionDialog(props: SubscriptionDialogProps) {
  const { subscription, onClose } = props;
  const { input, faults, change, body, add, save, end } = useSubscriptionForm(props);
  return (
    <DialogFrame
      open
      title={subscription ? 'Subscription' : 'Subscribe'}
      onClose={onClose}
      onSubmit={() => (subscription ? save.mutate({ params: { id: subscription.id }, body }) : add.mutate({ body }))}
      width={520}
      footer={
        <DialogFooter
          addLabel="Subscribe"
          saving={add.isPending || save.isPending}
          deleting={end.isPending}
          onDelete={subscription && (() => end.mutate({ params: { id: subscription.id } }))}
          onClose={onClose}
        />
      }
    >
      <TextField
        label="E-mail address"
        type="email"
        autoFocus
        spellCheck={false}
        autoComplete="email"
        value={input.email}
        help="Visible to admins and in the audit log."
        error={faults.email}
        onChange={(event) => change({ email: event.target.value })}
      />
      <SeverityField
        chosen={input.severities}
        fault={faults.severities}
        onChange={(severities) => change({ severities })}
      />
      <RulesField picked={input.rules} onChange={(rules) => change({ rules })} />
      <ScopeFields
        ofTenants
        scope={input.scope}
        fault={faults['scope.views']}
        onChange={(scope) => change({ scope })}
      />
      <p>You get an e-mail when an alert opens, when something that you chose joins it, and when it ends.</p>
    </DialogFrame>
  );
}

interface SeverityFieldProps {
  chosen: readonly Severity[];
  fault: string | undefined;
  onChange: (severities: Severity[]) => void;
}

function SeverityField({ chosen, fault, onChange }: SeverityFieldProps) {
  return (
    <FieldGroup legend="Severity" fault={fault}>
      {SEVERITIES.map((severity) => (
        <Checkbox
          key={severity}
          label={SEVERITY_WORDS[severity].label}
          checked={chosen.includes(severity)}
          onChange={(event) =>
            onChange(SEVERITIES.filter((other) => (other === severity ? event.target.checked : chosen.includes(other))))
          }
        />
      ))}
    </FieldGroup>
  );
}

function RulesField({ picked, onChange }: { picked: readonly number[]; onChange: (rules: number[]) => void }) {
  const query = useQuery(queryOf(listAlertRules, {}));
  const choices = choicesOf((query.data?.rules ?? []).map(({ id, name }) => ({ id, tenant_name: name })));
  return (
    <FieldGroup legend="About">
      <PickList label="Rules" noun="rule" choices={choices} query={query} picked={picked} onChange={onChange} />
    </FieldGroup>
  );
}
