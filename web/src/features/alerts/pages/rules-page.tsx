import { mdiBellPlusOutline } from '@mdi/js';
import { addAlertRule, listAlertRules } from '@mission-control/contract/alerts/calls';
import { conditionText, SEVERITIES } from '@mission-control/contract/alerts/rules';
import type { AlertRule } from '@mission-control/contract/alerts/schema';
import { numberText } from '@mission-control/contract/numbers';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { BY_NAME } from '../../../lib/address/table-search.ts';
import { useTableUrl } from '../../../lib/address/use-table-url.ts';
import { queryOf } from '../../../lib/api/query.ts';
import { QueryTable } from '../../../lib/query/query-table.tsx';
import { useRoleRefusal } from '../../../lib/role-refusal.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { StatusChip } from '../../../ui/display/status-chip.tsx';
import { StatePanel } from '../../../ui/layout/state-panel.tsx';
import type { Column } from '../../../ui/table/table-column.ts';
import { scopeText, SEVERITY_WORDS } from '../alert-words.ts';
import { AlertsFrame } from '../parts/alerts-frame.tsx';
import { RuleDialog } from '../parts/rule-dialog.tsx';

const columns: readonly Column<AlertRule>[] = [
  {
    id: 'name',
    header: 'Rule',
    width: 220,
    narrowWidth: 140,
    sticky: true,
    strong: true,
    sortValue: ({ name }) => name,
    cell: ({ name }) => <span title={name}>{name}</span>,
  },
  { id: 'watches', header: 'Watches', width: 240, sortValue: conditionText, cell: conditionText },
  {
    id: 'severity',
    header: 'Severity',
    width: 110,
    sortValue: ({ severity }) => SEVERITIES.indexOf(severity),
    text: ({ severity }) => SEVERITY_WORDS[severity].label,
    cell: ({ severity }) => (
      <StatusChip meaning={SEVERITY_WORDS[severity].meaning} variant="quiet">
        {SEVERITY_WORDS[severity].label}
      </StatusChip>
    ),
  },
  { id: 'scope', header: 'Applies to', width: 180, cell: ({ scope }) => scopeText(scope) },
  {
    id: 'state',
    header: 'State',
    width: 120,
    sortValue: ({ enabled }) => (enabled ? 1 : 0),
    cell: ({ enabled, channels }) => (!enabled ? 'Switched off' : channels.length === 0 ? 'On the page only' : 'Sends'),
  },
  {
    id: 'open',
    header: 'Alerts',
    width: 80,
    align: 'right',
    sortValue: ({ open }) => open,
    cell: ({ open }) => numberText(open),
  },
];

/** The rules that open alerts; admins change them. */
export function RulesPage() {
  const query = useQuery(queryOf(listAlertRules, {}));
  const table = useTableUrl(BY_NAME);
  const refusal = useRoleRefusal(addAlertRule, 'change rules');
  const [dialog, setDialog] = useState<AlertRule | 'new' | null>(null);
  const addButton = (
    <ActionButton
      variant="primary"
      icon={mdiBellPlusOutline}
      disabledReason={refusal}
      aria-haspopup="dialog"
      onClick={() => setDialog('new')}
    >
      Add rule
    </ActionButton>
  );
  return (
    <AlertsFrame tab="rules" actions={addButton}>
      <QueryTable
        label="Rules"
        query={query}
        rows={({ rules }) => rules}
        columns={columns}
        getRowId={({ id }) => String(id)}
        state={table}
        search={{ label: 'Search rules', textOf: (rule) => [rule.name, conditionText(rule)] }}
        rowOff={({ enabled }) => !enabled}
        {...(refusal === null && { onRowOpen: setDialog })}
        errorTitle="The rules could not be loaded"
        empty={
          <StatePanel icon={mdiBellPlusOutline} title="No rules yet">
            A rule defines what opens an alert: a site that is down, missing reports, an expiring licence.
          </StatePanel>
        }
      />
      {dialog === null ? null : (
        <RuleDialog
          rule={dialog === 'new' ? null : (query.data?.rules.find(({ id }) => id === dialog.id) ?? dialog)}
          onClose={() => setDialog(null)}
        />
      )}
    </AlertsFrame>
  );
}
