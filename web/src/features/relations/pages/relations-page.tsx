import { countText } from '@mission-control/contract/numbers';
import { mdiPlus, mdiSitemapOutline } from '@mdi/js';
import {
  NOT_IMPLEMENTED,
  NOT_SUITABLE,
  RELATION_OPTIONS,
  suitsLiveToTest,
} from '@mission-control/contract/relations/rules';
import { FORM_PAGE } from '@mission-control/contract/drafts/pages';
import { getTenant, updateTenant } from '@mission-control/contract/tenants/calls';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { LeaveGuard, SaveActions } from '../../../lib/unsaved-edits.tsx';
import { api } from '../../../lib/api/api.ts';
import { queryOf } from '../../../lib/api/query.ts';
import { FieldsDraft } from '../../../lib/draft/fields-draft.tsx';
import type { FieldChanges } from '../../../lib/draft/merge-fields.ts';
import { RetryBanner } from '../../../ui/layout/banner.tsx';
import { PresenceBar } from '../../../lib/presence/presence-bar.tsx';
import { cacheTenant } from '../../../lib/tenant/tenant-cache.ts';
import { useTenantChoices } from '../../../lib/use-choices.ts';
import { reportRefusedChange } from '../../../lib/toast/refused-change.ts';
import { toastServerErrors } from '../../../lib/toast/toast-error.ts';
import { useConsole, useRoleRefusal } from '../../../lib/role-refusal.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { StatePanel } from '../../../ui/layout/state-panel.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { RelationEntry } from '../parts/relation-entry.tsx';
import {
  type RelationRow,
  countEdits,
  fieldsOf,
  inputOf,
  nextAdded,
  NO_EDITS,
  readChoice,
  reasonAgainstSave,
  type RelationEdits,
  rowFaults,
  rowsOf,
  withChoice,
  withFields,
  withoutRow,
  withRow,
  type RelationChoice,
} from '../relation-edits.ts';

const Head = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 8,
  '& > h2': {
    fontSize: 14,
    lineHeight: '20px',
    fontWeight: 600,
    marginRight: 'auto',
    minWidth: 0,
    overflowWrap: 'anywhere',
  },
});

const List = styled('ul')({ listStyle: 'none' });

/** The relations of a tenant with unsaved edits. */
function useRelationEdits(tenant: TenantDetail) {
  const client = useQueryClient();
  const { _id: id, relations: saved, version } = tenant;
  const [{ edits, base }, setState] = useState({ edits: NO_EDITS, base: saved });
  const rows = rowsOf(saved, edits);
  const unsaved = countEdits(saved, edits);
  /** The base of the edits is remembered, to detect concurrent saves. */
  const setEdits = (next: RelationEdits) => setState({ edits: next, base: unsaved > 0 ? base : saved });
  const reset = () => setState({ edits: NO_EDITS, base: saved });
  const save = useMutation({
    // After the other pending changes of the tenant.
    scope: { id: `tenant-${id}` },
    mutationFn: () => api.send(updateTenant, { params: { id }, body: { relations: inputOf(rows), version } }),
    onMutate: () => tenant,
    onSuccess: ({ tenant: after, error }) => {
      cacheTenant(client, after);
      setState({ edits: NO_EDITS, base: after.relations });
      toastServerErrors(error);
      toast.success('Relations saved');
    },
    // The edits stay, on top of the saved state.
    onError: (error, _sent, seen) => reportRefusedChange(client, error, seen ?? tenant),
  });
  return {
    rows,
    base: unsaved > 0 ? base : saved,
    unsaved,
    save,
    choose: (row: RelationRow, choice: RelationChoice) => setEdits(withChoice(saved, edits, row, choice)),
    remove: (row: RelationRow) => setEdits(withoutRow(edits, row)),
    add: () => setEdits(withRow(edits, `added-${nextAdded(edits)}`)),
    restore: (fields: FieldChanges) =>
      setState((now) => ({
        edits: withFields(saved, now.edits, fields),
        base: countEdits(saved, now.edits) > 0 ? now.base : saved,
      })),
    reset,
  };
}

/**
 * Sends nothing: live to test is a command of the platform, configured by the installation (C-111) [RLN-07, RLN-08].
 * @param command with the placeholders {live} and {test}; null when none is set
 */
function liveToTest(tenantId: number, { type, other }: RelationRow, command: string | null): void {
  if (other === null || !suitsLiveToTest({ type, tenant_left: tenantId, tenant_right: other.id })) {
    toast.error(NOT_SUITABLE);
    return;
  }
  const filled = command?.replaceAll('{live}', String(tenantId)).replaceAll('{test}', String(other.id));
  toast.warning(NOT_IMPLEMENTED, {
    detail: filled
      ? `Use the command line instead: ${filled}`
      : 'It is a command of your platform. Whoever runs this console can set it: LIVE_TO_TEST_COMMAND.',
  });
}

/** The relations of a tenant, inside its page: /tenant/{id}/relations [RLN-01]. */
export function RelationsPage() {
  const { id = '' } = useParams({ strict: false });
  // The frame of the tenant's pages shows loading and errors.
  const { data } = useQuery(queryOf(getTenant, { params: { id: Number(id) } }));
  return data ? <RelationEditor key={id} tenant={data.tenant} /> : null;
}

interface RelationDraftProps {
  tenant: TenantDetail;
  edited: ReturnType<typeof useRelationEdits>;
}

/** Stores the edits, shows who else has the page open, and asks where somebody else saved the same relation. */
function RelationDraft({ tenant, edited: { base, rows, unsaved, save, restore } }: RelationDraftProps) {
  const page = FORM_PAGE.relations(tenant._id);
  const rowsIn = (relations: TenantDetail['relations']) => fieldsOf(rowsOf(relations, NO_EDITS));
  const both = [...rowsIn(base), ...rowsIn(tenant.relations)];
  return (
    <>
      <PresenceBar page={page} noun="page" editing={unsaved > 0} />
      <FieldsDraft
        page={page}
        base={rowsIn(base)}
        mine={fieldsOf(rows)}
        saved={rowsIn(tenant.relations)}
        labelOf={(key) => {
          const [, saved] = both.find(([one]) => one === key) ?? [];
          return saved === undefined ? 'New relation' : `Relation with ${readChoice(saved)?.other?.name ?? 'nobody'}`;
        }}
        show={relationText}
        mergeOthers={!save.isPending}
        onRestore={restore}
      />
    </>
  );
}

function relationText(json: string): string {
  const choice = readChoice(json);
  return choice === null ? json : `${RELATION_OPTIONS[choice.type]} ${choice.other?.name ?? 'nobody yet'}`;
}

/** Removes a row; its focus goes to the button that adds one, which moves when the list becomes empty. */
function useRemoval(remove: (row: RelationRow) => void) {
  const addRef = useRef<HTMLButtonElement>(null);
  const removeRow = (row: RelationRow) => {
    flushSync(() => remove(row));
    addRef.current?.focus();
  };
  return { addRef, removeRow };
}

function RelationEditor({ tenant }: { tenant: TenantDetail }) {
  const { _id: id, tenant_name: name } = tenant;
  const { query: tenants, choices } = useTenantChoices();
  const edited = useRelationEdits(tenant);
  const { rows, unsaved, save, choose, remove, add, reset } = edited;
  const { addRef, removeRow } = useRemoval(remove);
  const command = useConsole()?.live_to_test ?? null;
  const faults = rowFaults(id, rows);
  const roleRefusal = useRoleRefusal(updateTenant, 'change relations');
  const closed = roleRefusal ?? (save.isPending ? 'The relations are being saved' : null);
  const addButton = (
    <ActionButton ref={addRef} icon={mdiPlus} disabledReason={closed} onClick={add}>
      Add relation
    </ActionButton>
  );
  return (
    <>
      <Head>
        <h2>Relations of {name}</h2>
        <SaveActions
          count={unsaved}
          saving={save.isPending}
          disabledReason={roleRefusal ?? reasonAgainstSave(unsaved, rows, faults)}
          onReset={reset}
          onSave={() => save.mutate()}
        >
          {rows.length > 0 ? addButton : null}
        </SaveActions>
      </Head>
      <RelationDraft tenant={tenant} edited={edited} />
      <RetryBanner query={tenants} title="The tenants to choose from could not be loaded." />
      {rows.length === 0 ? (
        <StatePanel framed icon={mdiSitemapOutline} title="No relations" actions={addButton}>
          {`${name} is neither parent nor child of another tenant.`}
        </StatePanel>
      ) : (
        <Panel aria-label="Relations" inert={save.isPending}>
          <List>
            {rows.map((row) => (
              <RelationEntry
                key={row.key}
                tenantName={name}
                row={row}
                choices={choices}
                loading={tenants.isPending}
                fault={faults.get(row.key)}
                onChoose={(choice) => choose(row, choice)}
                onRemove={() => removeRow(row)}
                onLiveToTest={() => liveToTest(id, row, command)}
              />
            ))}
          </List>
        </Panel>
      )}
      <LeaveGuard unsaved={unsaved}>{lostText(unsaved, name)}</LeaveGuard>
    </>
  );
}

const lostText = (unsaved: number, tenant: string) =>
  `${countText(unsaved, 'relation')} of ${tenant} ${unsaved === 1 ? 'is' : 'are'} not saved.`;
