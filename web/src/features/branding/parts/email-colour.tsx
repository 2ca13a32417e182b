import { DEFAULT_BRANDING } from '@mission-control/contract/branding/rules';
import { textAt, type FieldPath } from '../state/fields.ts';
import type { EditedBranding } from '../use-branding-edits.ts';
import { ColourField } from './colour-field.tsx';

interface EmailColourProps {
  label: string;
  path: FieldPath;
  edited: EditedBranding;
}

/** A colour of the e-mail. */
export function EmailColour({ label, path, edited }: EmailColourProps) {
  return (
    <ColourField
      label={label}
      value={edited.text(path)}
      fallback={textAt(DEFAULT_BRANDING, path)}
      error={edited.faults.get(path)}
      onChange={(value) => edited.write(path, value)}
    />
  );
}
