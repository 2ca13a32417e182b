import { DEFAULT_COLOURS } from '@mission-control/contract/branding/rules';
import { Card } from '../../../ui/card.tsx';
import { BRAND_COLOURS } from '../state/fields.ts';
import type { EditedBranding } from '../use-branding-edits.ts';
import { ColourField } from './colour-field.tsx';
import { ContrastResult } from './contrast-result.tsx';
import { Fields } from './layout.ts';

/** The three colours, each with its contrast [BRD-03, BRD-04, BRD-16]. */
export function ColourCard({ edited }: { edited: EditedBranding }) {
  return (
    <Card title="Colours">
      <Fields>
        {BRAND_COLOURS.map(({ path, label, key }) => (
          <ColourField
            key={path}
            label={label}
            value={edited.text(path)}
            fallback={DEFAULT_COLOURS[key]}
            required
            error={edited.faults.get(path)}
            onChange={(value) => edited.write(path, value)}
          >
            <ContrastResult label={label} value={edited.text(path)} onTake={(value) => edited.write(path, value)} />
          </ColourField>
        ))}
      </Fields>
    </Card>
  );
}
