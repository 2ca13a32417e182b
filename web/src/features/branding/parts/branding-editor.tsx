import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { LeaveGuard } from '../../../lib/leave-guard.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { useBrandingEditor, type SavedBranding } from '../use-branding-editor.ts';
import { useBrandingPlace } from '../use-branding-place.ts';
import { BranchCard, type BranchRead } from './branch-card.tsx';
import { BrandingFrame } from './branding-frame.tsx';
import { BrandingTab } from './branding-tab.tsx';
import { EmailTab } from './email-tab.tsx';
import { SaveActions } from './save-actions.tsx';
import { SaveDialog } from './save-dialog.tsx';

interface BrandingEditorProps {
  tenant: TenantDetail;
  /** Null where nothing was saved. */
  saved: SavedBranding | null;
  branches: BranchRead;
}

/** Both tabs; what is typed in one stays while the other one is open. */
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
        saved === null ? 'Nothing saved yet, the defaults are shown' : null,
        saved?.branch ? `Last generated from ${saved.branch}` : null,
      ]}
      actions={
        <SaveActions
          key={tab}
          label={onEmail ? 'Save Email Settings' : 'Save and Generate'}
          edited={onEmail ? email : brand}
          saving={onEmail ? savingEmail : savingBrand}
          onSave={onEmail ? editor.saveEmail : editor.ask}
        />
      }
    >
      {overtaken.length > 0 ? (
        <Banner meaning="notice" live title="Somebody else has saved these settings meanwhile.">
          Changed: {overtaken.join(', ')}. What you changed stands on top of it.
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
        {`${unsaved === 1 ? '1 change' : `${unsaved} changes`} of the branding of ${name} ${unsaved === 1 ? 'is' : 'are'} not saved.`}
      </LeaveGuard>
    </BrandingFrame>
  );
}
