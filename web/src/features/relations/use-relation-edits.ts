import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { tellRefusedChange } from '../../lib/refused-change.ts';
import { toast } from '../../ui/toast.ts';
import { saveRelations, tenantQuery } from './queries.ts';
import {
  countEdits,
  inputOf,
  NO_EDITS,
  rowsOf,
  withChoice,
  without,
  withRow,
  type RelationChoice,
  type RelationRow,
} from './relation-edits.ts';

/** The relations of a tenant while they are edited. */
export function useRelationEdits(tenant: TenantDetail) {
  const client = useQueryClient();
  const [edits, setEdits] = useState(NO_EDITS);
  const [added, setAdded] = useState(0);
  const { _id: id, relations: saved, version } = tenant;
  const rows = rowsOf(saved, edits);
  const save = useMutation({
    // In line with the other changes of the tenant.
    scope: { id: `tenant-${id}` },
    mutationFn: () => saveRelations(id, { relations: inputOf(rows), version }),
    onMutate: () => tenant,
    onSuccess: ({ tenant: after, error = [] }) => {
      client.setQueryData(tenantQuery(id).queryKey, (kept) =>
        kept && kept.tenant.version > after.version ? kept : { tenant: after },
      );
      setEdits(NO_EDITS);
      for (const message of [error].flat()) toast.error(message);
      toast.success('Relations saved');
    },
    // What was chosen stays, on top of what is saved by now.
    onError: (error, _sent, seen) => tellRefusedChange(client, error, seen ?? tenant),
  });
  return {
    rows,
    unsaved: countEdits(saved, edits),
    save,
    choose: (row: RelationRow, choice: RelationChoice) => setEdits(withChoice(saved, edits, row, choice)),
    remove: (row: RelationRow) => setEdits(without(edits, row)),
    add: () => {
      setAdded(added + 1);
      setEdits(withRow(edits, `added-${added}`));
    },
    reset: () => setEdits(NO_EDITS),
  };
}
