import type { Branding } from '@mission-control/contract/branding/schema';
import { textAt, withText, type FieldPath } from './fields.ts';

/** A picture chosen from the person's files, not uploaded yet. */
export interface ChosenLogo {
  file: File;
  /** The picture as a `data:` address, small enough for the preview. */
  data: string;
}

/** What a person has changed since the last save, kept apart from what is saved, so that changes by others show at once. */
export interface BrandingEdits {
  texts: ReadonlyMap<FieldPath, string>;
  logo: ChosenLogo | null;
}

export const NO_EDITS: BrandingEdits = { texts: new Map(), logo: null };

/** A change of one field, in words. */
export interface FieldChange {
  path: FieldPath;
  label: string;
  before: string;
  after: string;
}

/** The saved branding with the edits on top. */
export function editedBranding(saved: Branding, { texts }: BrandingEdits): Branding {
  return [...texts].reduce((branding, [path, text]) => withText(branding, path, text), saved);
}

/** Gives a field another text; the saved one again is no change. */
export function withEdit(edits: BrandingEdits, saved: Branding, path: FieldPath, text: string): BrandingEdits {
  const texts = new Map(edits.texts);
  if (textAt(saved, path) === text) texts.delete(path);
  else texts.set(path, text);
  return { ...edits, texts };
}

/** Everything that a save would change, in the order of the fields; a chosen logo by the name of its file. */
export function changesOf(
  saved: Branding,
  { texts, logo }: BrandingEdits,
  fields: readonly { path: FieldPath; label: string }[],
  logoPath: FieldPath,
): FieldChange[] {
  return fields.flatMap(({ path, label }) => {
    const before = textAt(saved, path);
    const after = path === logoPath && logo !== null ? logo.file.name : (texts.get(path) ?? before);
    return before === after ? [] : [{ path, label, before, after }];
  });
}
