import { updateTenant } from '@mission-control/contract/tenants/calls';
import { useConsole, useRoleRefusal } from '../../../lib/role-refusal.ts';
import { mdiTune, mdiUndo } from '@mdi/js';
import type { Service } from '@mission-control/contract/catalogue';
import { findConfigKind } from '@mission-control/contract/config/kinds';
import { listCertificates, listEnvironmentsFast } from '@mission-control/contract/environments/calls';
import type { TenantDetail, TenantService } from '@mission-control/contract/tenants/schema';
import { FORM_PAGE } from '@mission-control/contract/drafts/pages';
import { countText } from '@mission-control/contract/numbers';
import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { pathTo } from '../../../lib/address/path-to.ts';
import { LeaveGuard, SaveActions } from '../../../lib/unsaved-edits.tsx';
import { DraftBanner } from '../../../lib/draft/draft-banner.tsx';
import { useDraft } from '../../../lib/draft/use-draft.ts';
import { PresenceBar } from '../../../lib/presence/presence-bar.tsx';
import { queryOf } from '../../../lib/api/query.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { IconButton } from '../../../ui/action/icon-button.tsx';
import { ChangeList } from '../../../ui/dialog/change-list.tsx';
import { Count } from '../../../ui/display/mono.tsx';
import { Banner } from '../../../ui/layout/banner.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import type { Change } from '../service-changes.ts';
import { readEdits, storedEdits, type SavedService } from '../service-edits.ts';
import { useServiceEdits, type EditedService } from '../use-service-edits.ts';
import type { CatalogueService } from '../tenant-services.ts';
import { DomainCard } from './domain-card.tsx';
import { PlaceCard } from './place-card.tsx';
import { ServiceFrame } from './service-frame.tsx';
import { Columns, Stack } from './service-layout.ts';

interface ServiceActionsProps {
  tenantId: number;
  service: Service;
  edited: EditedService;
}

/** Reset, a link to the config if there is one (C-010), and Save. */
function ServiceActions({ tenantId, service, edited }: ServiceActionsProps) {
  const { changes, saving, nothing, reset, save } = edited;
  const refusal = useRoleRefusal(updateTenant, 'change a service');
  return (
    <SaveActions
      count={changes.length}
      saving={saving}
      disabledReason={refusal ?? nothing}
      onReset={reset}
      onSave={save}
    >
      {findConfigKind(service.slug) ? (
        <ActionButton icon={mdiTune} href={pathTo('/tenant/$id/$kind/config', { id: tenantId, kind: service.slug })}>
          Config
        </ActionButton>
      ) : null}
    </SaveActions>
  );
}

interface UnsavedChangesProps {
  changes: readonly Change[];
  onUndo: (change: Change) => void;
}

/** The exact changes of Save, each revertible. */
function UnsavedChanges({ changes, onUndo }: UnsavedChangesProps) {
  const listed = changes.map((change) => ({
    id: change.id,
    label: wordOf(change),
    before: change.before,
    after: change.after,
    action: (
      <IconButton
        icon={mdiUndo}
        label={`Undo: ${wordOf(change)} ${change.after ?? change.before ?? ''}`}
        onClick={() => onUndo(change)}
      />
    ),
  }));
  return (
    <Card title="Unsaved changes" chips={<Count>{changes.length}</Count>}>
      <ChangeList label="Unsaved changes" changes={listed} />
    </Card>
  );
}

function wordOf({ what, before, after }: Change): string {
  if (before === null) return `${what} added`;
  return after === null ? `${what} deleted` : what;
}

interface ServiceDraftProps {
  tenantId: number;
  service: Service;
  edited: EditedService;
}

/** Stores the edits and shows who else has the page open. Restored edits are listed beside the saved values and can be reverted. */
function ServiceDraft({ tenantId, service, edited: { edits, changes, restore } }: ServiceDraftProps) {
  const page = FORM_PAGE.service(tenantId, service.slug);
  const isEdited = changes.length > 0;
  const stored = useMemo(() => (isEdited ? storedEdits(edits) : null), [isEdited, edits]);
  const draft = useDraft({
    page,
    base: '',
    edits: stored,
    read: readStored,
    restore: (kept) => {
      const read = readEdits(kept);
      if (read) restore(read);
    },
  });
  return (
    <>
      <PresenceBar page={page} noun="service" editing={isEdited} />
      <DraftBanner draft={draft} />
    </>
  );
}

const readStored = (stored: unknown): object | null => (readEdits(stored) === null ? null : (stored as object));

interface ServiceEditorProps {
  tenant: TenantDetail;
  service: CatalogueService;
  /** The tenant's service. */
  state: TenantService;
}

/** The editor of every service: domains, places, Save [SVC-18..21, SVC-40]. */
export function ServiceEditor({ tenant, service, state }: ServiceEditorProps) {
  const environments = useQuery(queryOf(listEnvironmentsFast, {}));
  const certificates = useQuery({ ...queryOf(listCertificates, {}), enabled: service.hasCertificate });
  const edited = useServiceEdits({
    tenant,
    service,
    saved: savedOf(tenant, service.slug, state),
    lists: {
      environments: environments.data?.environments ?? [],
      certificates: certificates.data?.certificates ?? [],
    },
  });
  const { changes, overtaken, saving } = edited;
  const count = changes.length;
  const isOwnSave = useConsole()?.user === tenant.updated_by;
  return (
    <ServiceFrame
      tenantId={tenant._id}
      tenant={tenant}
      service={service}
      actions={<ServiceActions tenantId={tenant._id} service={service} edited={edited} />}
    >
      <ServiceDraft tenantId={tenant._id} service={service} edited={edited} />
      {overtaken ? (
        <Banner
          meaning="notice"
          live
          title={
            isOwnSave
              ? `You saved ${service.displayName} elsewhere.`
              : `${tenant.updated_by} has saved ${service.displayName} in the meantime.`
          }
        >
          Your edits are applied on top. Review the unsaved changes before you save.
        </Banner>
      ) : null}
      <Columns inert={saving}>
        <div>
          <DomainCard tenantId={tenant._id} tenantName={tenant.tenant_name} service={service} edited={edited} />
        </div>
        <Stack>
          <PlaceCard region={tenant.region.region_name} edited={edited} lists={{ environments, certificates }} />
          {count > 0 ? <UnsavedChanges changes={changes} onUndo={edited.undo} /> : null}
        </Stack>
      </Columns>
      <LeaveGuard unsaved={count}>
        {`${countText(count, 'change')} of ${tenant.tenant_name} ${service.displayName} ${count === 1 ? 'is' : 'are'} not saved.`}
      </LeaveGuard>
    </ServiceFrame>
  );
}

function savedOf(tenant: TenantDetail, slug: string, state: TenantService): SavedService {
  const { web_environment_id, worker_environment_id, sns_environment_id, certificate } = state;
  return {
    domains: tenant.domains[slug] ?? [],
    places: { web_environment_id, worker_environment_id, sns_environment_id, certificate },
  };
}
