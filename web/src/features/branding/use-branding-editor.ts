import { BRANCH_NEEDED, DEFAULT_BRANDING, NEVER_SAVED } from '@mission-control/contract/branding/rules';
import type { Branding, BrandingRevisions } from '@mission-control/contract/branding/schema';
import { useState, useRef } from 'react';
import { toast } from '../../ui/toast/toast.ts';
import { missingColours } from './state/faults.ts';
import { BRANDING_FIELDS, EMAIL_FIELDS } from './state/fields.ts';
import { useBrandingEdits } from './use-branding-edits.ts';
import { useSaveBranding, useSaveEmail } from './use-save-branding.ts';

/** The branch to generate from; until somebody chooses, the one that it was last generated from, while there is such a branch. */
function useBranch(branches: readonly { name: string }[] | undefined, last: string | null) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [refused, setRefused] = useState(false);
  const field = useRef<HTMLSelectElement>(null);
  const wanted = chosen ?? last ?? '';
  const branch = branches?.some(({ name }) => name === wanted) ? wanted : '';
  return {
    field: {
      branch,
      field,
      error: refused && branch === '' ? BRANCH_NEEDED : undefined,
      onChange: setChosen,
    },
    /** False without a branch [BRD-15]; the field says so and has the focus. */
    require: (): boolean => {
      setRefused(branch === '');
      if (branch === '') field.current?.focus();
      return branch !== '';
    },
  };
}

/** A branding as it was saved, and the branch that it was generated from. */
export interface SavedBranding {
  data: Branding;
  branch: string | null;
  revisions: BrandingRevisions;
}

/** Both tabs while they are edited. @param saved null where nothing was saved: the defaults are in use [BRD-11]. @param names the branches; undefined while they are read */
export function useBrandingEditor(
  tenantId: number,
  saved: SavedBranding | null,
  names: readonly { name: string }[] | undefined,
) {
  const data = saved?.data ?? DEFAULT_BRANDING;
  const brand = useBrandingEdits({ saved: data, fields: BRANDING_FIELDS, logoPath: 'logo_url' });
  const email = useBrandingEdits({ saved: data, fields: EMAIL_FIELDS, logoPath: 'email.header.logoUrl' });
  const revisions = saved?.revisions ?? NEVER_SAVED;
  const saveBrand = useSaveBranding(tenantId, brand, revisions.brand);
  const saveEmail = useSaveEmail(tenantId, email, revisions.email);
  const choice = useBranch(names, saved?.branch ?? null);
  const [asking, setAsking] = useState(false);
  return {
    brand,
    email,
    branch: choice.field,
    unsaved: brand.changes.length + email.changes.length,
    /** The question before Save and Generate is open. */
    asking,
    cancel: () => setAsking(false),
    /** Asks, when there is a branch [BRD-15] and no colour is empty (C-093). */
    ask: () => {
      const missing = missingColours(brand.text);
      brand.setFaults(missing);
      if (!choice.require()) toast.error(BRANCH_NEEDED);
      else if (missing.size > 0) toast.error([...missing.values()].join(' '));
      else setAsking(true);
    },
    confirm: () => {
      setAsking(false);
      saveBrand.mutate({ branch: choice.field.branch });
    },
    savingBrand: saveBrand.isPending,
    saveEmail: () => saveEmail.mutate(),
    savingEmail: saveEmail.isPending,
  };
}
