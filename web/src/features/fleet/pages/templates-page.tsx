import { mdiPencilOutline, mdiTuneVariant } from '@mdi/js';
import { listTemplates, saveTemplate } from '@mission-control/contract/config/calls';
import { configLabel } from '@mission-control/contract/config/kinds';
import { countText } from '@mission-control/contract/numbers';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { queryOf } from '../../../lib/api/query.ts';
import { QueryTable } from '../../../lib/query/query-table.tsx';
import { useRoleRefusal } from '../../../lib/role-refusal.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { StatusChip } from '../../../ui/display/status-chip.tsx';
import { StatePanel } from '../../../ui/layout/state-panel.tsx';
import type { Column } from '../../../ui/table/table-column.ts';
import { FleetFrame } from '../parts/fleet-frame.tsx';
import { TemplateDialog, type Template } from '../parts/template-dialog.tsx';

const templateLabel = ({ service }: Template): string => configLabel(service);

const templateColumns: readonly Column<Template>[] = [
  {
    id: 'name',
    header: 'Config',
    width: 180,
    narrowWidth: 112,
    strong: true,
    sortValue: templateLabel,
    cell: templateLabel,
  },
  {
    id: 'rows',
    header: 'Settings',
    width: 120,
    narrowWidth: 96,
    sortValue: ({ rows }) => rows.length,
    text: ({ rows }) => rows.length,
    cell: ({ rows }) => <span title={rows.map(({ key }) => key).join('\n')}>{countText(rows.length, 'setting')}</span>,
  },
  {
    id: 'from',
    header: 'Source',
    width: 140,
    sortValue: ({ documented }) => String(documented),
    cell: ({ documented, rows }) => (documented ? (rows.length === 0 ? 'None' : 'Built in') : 'Edited here'),
  },
  {
    id: 'check',
    header: 'Check',
    text: ({ faults }) => (faults.length === 0 ? 'Passes' : faults.join('; ')),
    sortValue: ({ faults }) => faults.length,
    cell: ({ faults }) =>
      faults.length === 0 ? (
        <StatusChip meaning="good" variant="quiet">
          Passes
        </StatusChip>
      ) : (
        <StatusChip meaning="bad" variant="quiet" title={faults.join('\n')}>
          {countText(faults.length, 'error')}
        </StatusChip>
      ),
  },
];

const actionColumn = (refusal: string | null, onOpen: (template: Template) => void): Column<Template> => ({
  id: 'actions',
  header: 'Actions',
  text: null,
  width: 110,
  cell: (template) => (
    <ActionButton
      size="small"
      icon={mdiPencilOutline}
      aria-haspopup="dialog"
      aria-label={`Edit the default template of ${templateLabel(template)}`}
      disabledReason={refusal}
      onClick={() => onOpen(template)}
    >
      Edit
    </ActionButton>
  ),
});

/** The default template of each config: what a new service starts with, and what Inject Default Template adds. */
export function TemplatesPage() {
  const query = useQuery(queryOf(listTemplates, {}));
  const [open, setOpen] = useState<Template | null>(null);
  const refusal = useRoleRefusal(saveTemplate, 'change a default template');
  return (
    <FleetFrame tab="templates" count={query.data?.templates.length}>
      <QueryTable
        label="Default templates"
        query={query}
        rows={({ templates }) => templates}
        columns={useMemo(() => [...templateColumns, actionColumn(refusal, setOpen)], [refusal])}
        getRowId={({ service }) => service}
        {...(refusal === null && { onRowOpen: setOpen })}
        errorTitle="The default templates could not be loaded"
        empty={<StatePanel icon={mdiTuneVariant} title="No default templates" />}
      />
      {open ? (
        <TemplateDialog
          template={query.data?.templates.find(({ service }) => service === open.service) ?? open}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </FleetFrame>
  );
}
