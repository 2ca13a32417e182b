import type { Service } from '@mission-control/contract/catalogue';
import { domainsFault, PRIMARY_STAYS, settingsSaved } from '@mission-control/contract/services/rules';
import { updateTenant } from '@mission-control/contract/tenants/calls';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../lib/api/api.ts';
import { cacheTenant } from '../../lib/tenant/tenant-cache.ts';
import { reportRefusedChange } from '../../lib/toast/refused-change.ts';
import { toastServerErrors } from '../../lib/toast/toast-error.ts';
import { toast } from '../../ui/toast/toast.ts';
import { changesOf, patchOf, type Change } from './service-changes.ts';
import {
  mergeEdits,
  NO_EDITS,
  rowsOf,
  withHost,
  without,
  withPlace,
  withPrimary,
  withRow,
  type DomainRow,
  type PlaceKey,
  type SavedService,
  type ServiceEdits,
} from './service-edits.ts';
import { faultsByKey, NO_FAULTS, withoutFault } from './service-faults.ts';
import { placeName, placesOf, type PlaceLists } from './service-places.ts';

/** Servers the service has left are notified, and each may be slow. */
const TIMEOUT_MS = 60_000;

interface Subject {
  tenant: TenantDetail;
  service: Service;
  saved: SavedService;
  lists: PlaceLists;
}

/** Editing state of a service's domains and places. */
export function useServiceEdits({ tenant, service, saved, lists }: Subject) {
  const [{ edits, base }, setState] = useState<{ edits: ServiceEdits; base: SavedService }>({
    edits: NO_EDITS,
    base: saved,
  });
  const [faults, setFaults] = useState(NO_FAULTS);
  const [added, setAdded] = useState(1);
  const rows = rowsOf(saved, edits);
  const places = placesOf(service, tenant.region._id, lists);
  const nameOf = (key: PlaceKey, id: number | null) => placeName(key, id, lists);
  const changes = changesOf(saved, edits, places, nameOf);
  const begun = changes.length > 0;
  /** The base of the edits is remembered, to detect concurrent saves. */
  const change = (next: ServiceEdits) => setState({ edits: next, base: begun ? base : saved });
  const reset = () => {
    setState({ edits: NO_EDITS, base: saved });
    setFaults(NO_FAULTS);
  };
  const save = useSave(tenant, service, reset, setFaults);
  const rule = ruleFault(service, rows);
  return {
    rows,
    places,
    nameOf,
    edits,
    /** Puts edits of a draft into the form; what was typed since stays. */
    restore: (kept: ServiceEdits) => {
      setAdded(added + kept.added.length);
      change(mergeEdits(kept, edits, added));
    },
    changes,
    faults,
    chosen: { ...saved.places, ...edits.places },
    /** The saved state differs from the base of the edits. */
    overtaken: begun && JSON.stringify(base) !== JSON.stringify(saved),
    /** Why Save is disabled; null when enabled. A saved state that violates the rules can always be saved again. */
    nothing: begun || rule !== null ? null : `Nothing differs from the saved ${service.displayName} settings`,
    saving: save.isPending,
    add: () => {
      setAdded(added + 1);
      change(withRow(saved, edits, `new ${added}`));
    },
    rename: (key: string, host: string) => {
      setFaults(withoutFault(faults, key));
      change(withHost(edits, key, host));
    },
    makePrimary: (key: string, on: boolean) => change(withPrimary(saved, edits, key, on)),
    /** False for a row that must stay [SVC-28]. */
    remove: (row: DomainRow): boolean => {
      if (row.isPrimary) toast.error(PRIMARY_STAYS);
      else change(without(edits, row));
      return !row.isPrimary;
    },
    choose: (key: PlaceKey, id: number | null) => {
      setFaults(withoutFault(faults, key));
      change(withPlace(saved, edits, key, id));
    },
    undo: (one: Change) => change(one.undo(edits)),
    reset,
    save: () => {
      // Checked before sending [SVC-26, SVC-27]; the server validates hosts (C-092).
      if (rule !== null) toast.error(rule);
      else save.mutate({ patch: patchOf(service, saved, edits, tenant.version), rows });
    },
  };
}

const ruleFault = (service: Service, rows: readonly DomainRow[]) =>
  domainsFault(
    service,
    rows.map(({ isPrimary }) => ({ is_primary: isPrimary })),
  );

export type EditedService = ReturnType<typeof useServiceEdits>;

interface Sent {
  patch: ReturnType<typeof patchOf>;
  rows: readonly DomainRow[];
}

function useSave(
  tenant: TenantDetail,
  service: Service,
  done: () => void,
  setFaults: (faults: ReturnType<typeof faultsByKey>) => void,
) {
  const client = useQueryClient();
  const { _id: id } = tenant;
  return useMutation({
    // Queued with the tenant's other changes.
    scope: { id: `tenant-${id}` },
    mutationFn: ({ patch }: Sent) => api.send(updateTenant, { params: { id }, body: patch }, { timeoutMs: TIMEOUT_MS }),
    onMutate: () => tenant,
    onSuccess: ({ tenant: after, error }) => {
      cacheTenant(client, after);
      done();
      toastServerErrors(error);
      toast.success(settingsSaved(service));
    },
    // Edits stay, on top of the newly saved state.
    onError: async (error, { rows }, seen) => {
      setFaults(faultsByKey(service, rows, error.fields));
      await reportRefusedChange(client, error, seen ?? tenant);
    },
  });
}
