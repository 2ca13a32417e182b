import { FORM_PAGE } from '@mission-control/contract/drafts/pages';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import type { Ref } from 'react';
import { saveBranding } from '@mission-control/contract/branding/calls';
import { countText } from '@mission-control/contract/numbers';
import { LeaveGuard, SaveActions } from '../../../lib/unsaved-edits.tsx';
import type { QueryState } from '../../../lib/query/query-page.tsx';
import { useRoleRefusal } from '../../../lib/role-refusal.ts';
import { Banner, RetryBanner } from '../../../ui/layout/banner.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { ChangeList } from '../../../ui/dialog/change-list.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { Mono } from '../../../ui/display/mono.tsx';
import { FieldsDraft } from '../../../lib/draft/fields-draft.tsx';
import { PresenceBar } from '../../../lib/presence/presence-bar.tsx';
import { BRANDING_FIELDS, EMAIL_FIELDS, type FieldChange } from '../state/fields.ts';
import { useBrandingEditor, type EditedBranding, type SavedBranding } from '../use-branding-editor.ts';
import { useBrandingPlace } from '../use-branding-place.ts';
import { BranchField } from './branch-field.tsx';
import { BrandingFrame } from './branding-frame.tsx';
import { BrandingTab } from './branding-tab.tsx';
import { EmailTab } from './email-tab.tsx';
import { listedChanges } from './unsaved-changes.tsx';

type BranchQuery = QueryState<{ branches: readonly { name: string }[] }>;

interface BranchCardProps {
  branches: BranchQuery;
  branch: string;
  error: string | undefined;
  field: Ref<HTMLSelectElement>;
  onChange: (branch: string) => void;
}

/** [BRD-06] */
function BranchCard({ branches, branch, error, field, onChange }: BranchCardProps) {
  return (
    <Card title="Branch">
      <RetryBanner query={branches} title="The branches could not be loaded." />
      <BranchField
        names={branches.data?.branches.map(({ name }) => name)}
        branch={branch}
        error={error}
        field={field}
        onChange={onChange}
      />
    </Card>
  );
}

interface SaveDialogProps {
  open: boolean;
  tenantName: string;
  branch: string;
  changes: readonly FieldChange[];
  onConfirm: () => void;
  onClose: () => void;
}

/** Confirms the save with a list of its changes [BRD-07]. */
function SaveDialog({ open, tenantName, branch, changes, onConfirm, onClose }: SaveDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      title={`Save and generate the branding of ${tenantName}?`}
      confirmLabel="Save and Generate"
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {changes.length === 0 ? (
        <p>Nothing differs from the saved settings; the files are generated again.</p>
      ) : (
        <ChangeList framed label="Changes" changes={listedChanges(changes)} />
      )}
      <p>
        The theme of the branch <Mono>{branch}</Mono> is compiled with these settings, and CSS, content and logo are
        published at once. The online-joining page of {tenantName} changes with it.
      </p>
    </ConfirmDialog>
  );
}

interface BrandingActionsProps {
  label: string;
  edited: EditedBranding;
  saving: boolean;
  onSave: () => void;
}

/** Reset and Save of the open tab. The Branding tab can be saved without changes, to generate the files again. */
function BrandingActions({ edited: { changes, reset }, ...props }: BrandingActionsProps) {
  const refusal = useRoleRefusal(saveBranding, 'change a branding');
  return <SaveActions {...props} count={changes.length} disabledReason={refusal} onReset={reset} />;
}

interface BrandingDraftProps {
  tenantId: number;
  brand: EditedBranding;
  email: EditedBranding;
  saving: boolean;
}

/** One draft for both tabs; a chosen picture is not part of it. */
function BrandingDraft({ tenantId, brand, email, saving }: BrandingDraftProps) {
  const both = (side: keyof EditedBranding['fields']) => new Map([...brand.fields[side], ...email.fields[side]]);
  return (
    <FieldsDraft
      page={FORM_PAGE.branding(tenantId)}
      base={both('base')}
      mine={both('mine')}
      saved={both('saved')}
      labelOf={(key) => [...BRANDING_FIELDS, ...EMAIL_FIELDS].find(({ path }) => path === key)?.label}
      mergeOthers={!saving}
      onRestore={(changes) => {
        brand.restore(changes);
        email.restore(changes);
      }}
    />
  );
}

interface BrandingEditorProps {
  tenant: TenantDetail;
  /** Null if nothing was saved. */
  saved: SavedBranding | null;
  branches: BranchQuery;
}

/** Both tabs; edits of one are kept while the other is open. */
export function BrandingEditor({ tenant, saved, branches }: BrandingEditorProps) {
  const { tab, language, setLanguage } = useBrandingPlace();
  const editor = useBrandingEditor(tenant._id, saved, branches.data?.branches);
  const { brand, email, branch, unsaved, savingBrand, savingEmail } = editor;
  const name = tenant.tenant_name;
  const onEmail = tab === 'email';
  const { overtaken } = onEmail ? email : brand;
  return (
    <BrandingFrame
      tenantId={tenant._id}
      tenant={tenant}
      tab={tab}
      meta={[
        saved === null ? 'Nothing saved yet: showing the defaults' : null,
        saved?.branch ? `Last generated from ${saved.branch}` : null,
      ]}
      actions={
        <BrandingActions
          key={tab}
          label={onEmail ? 'Save Email Settings' : 'Save and Generate'}
          edited={onEmail ? email : brand}
          saving={onEmail ? savingEmail : savingBrand}
          onSave={onEmail ? editor.saveEmail : editor.ask}
        />
      }
    >
      <PresenceBar page={FORM_PAGE.branding(tenant._id)} noun="branding" editing={unsaved > 0} />
      <BrandingDraft tenantId={tenant._id} brand={brand} email={email} saving={savingBrand || savingEmail} />
      {overtaken.length > 0 ? (
        <Banner meaning="notice" live title="These settings were saved elsewhere in the meantime.">
          Changed: {overtaken.join(', ')}. Your own changes are kept and replace those values when you save.
        </Banner>
      ) : null}
      {onEmail ? (
        <EmailTab edited={email} inert={savingEmail} />
      ) : (
        <BrandingTab
          tenantName={name}
          edited={brand}
          language={language}
          inert={savingBrand}
          onLanguage={setLanguage}
          branch={<BranchCard branches={branches} {...branch} />}
        />
      )}
      <SaveDialog
        open={editor.asking}
        tenantName={name}
        branch={branch.branch}
        changes={brand.changes}
        onClose={editor.cancel}
        onConfirm={editor.confirm}
      />
      <LeaveGuard unsaved={unsaved}>
        {`${countText(unsaved, 'change')} of the branding of ${name} ${unsaved === 1 ? 'is' : 'are'} not saved.`}
      </LeaveGuard>
    </BrandingFrame>
  );
}
