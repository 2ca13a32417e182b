import type { Branding } from '@mission-control/contract/branding/schema';
import { useState } from 'react';
import { changesOf, editedBranding, NO_EDITS, withEdit, type BrandingEdits, type ChosenLogo } from './state/edits.ts';
import type { Faults } from './state/faults.ts';
import { textAt, type FieldPath } from './state/fields.ts';

interface Subject {
  saved: Branding;
  fields: readonly { path: FieldPath; label: string }[];
  /** Where the address of the logo is saved. */
  logoPath: 'logo_url' | 'email.header.logoUrl';
}

const NO_FAULTS: Faults = new Map();

/** The fields of one tab while they are edited. */
export function useBrandingEdits({ saved, fields, logoPath }: Subject) {
  const savedTexts = JSON.stringify(fields.map(({ path }) => textAt(saved, path)));
  const [{ edits, base }, setState] = useState({ edits: NO_EDITS, base: savedTexts });
  const [faults, setFaults] = useState(NO_FAULTS);
  const changes = changesOf(saved, edits, fields, logoPath);
  const begun = changes.length > 0;
  const draft = editedBranding(saved, edits);
  /** What the edits began on is remembered, to tell when somebody else saves. */
  const change = (path: FieldPath, next: BrandingEdits) => {
    setState({ edits: next, base: begun ? base : savedTexts });
    setFaults((before) => new Map([...before].filter(([key]) => key !== path)));
  };
  return {
    draft,
    changes,
    faults,
    setFaults,
    logo: edits.logo,
    /** Names of the fields that are not saved any more as they were when the edits began. */
    overtaken: begun ? fieldsThatDiffer(fields, base, savedTexts) : [],
    text: (path: FieldPath) => textAt(draft, path),
    write: (path: FieldPath, text: string) => change(path, withEdit(edits, saved, path, text)),
    chooseLogo: (logo: ChosenLogo) =>
      change(logoPath, { ...withEdit(edits, saved, logoPath, textAt(saved, logoPath)), logo }),
    /** Takes back what was chosen, or takes the saved logo away. */
    removeLogo: () =>
      change(logoPath, {
        ...withEdit(edits, saved, logoPath, edits.logo === null ? '' : textAt(saved, logoPath)),
        logo: null,
      }),
    reset: () => {
      setState({ edits: NO_EDITS, base: savedTexts });
      setFaults(NO_FAULTS);
    },
  };
}

function fieldsThatDiffer(fields: Subject['fields'], before: string, after: string): string[] {
  const [old, now] = [before, after].map((texts) => JSON.parse(texts) as string[]);
  return fields.filter((_, at) => old?.[at] !== now?.[at]).map(({ label }) => label);
}

export type EditedBranding = ReturnType<typeof useBrandingEdits>;
