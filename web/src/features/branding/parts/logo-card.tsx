import { Card } from '../../../ui/card.tsx';
import type { EditedBranding } from '../use-branding-edits.ts';
import { LogoField } from './logo-field.tsx';

interface LogoCardProps {
  path: 'logo_url';
  edited: EditedBranding;
}

/** The logo of the online-joining page [BRD-02]. */
export function LogoCard({ path, edited }: LogoCardProps) {
  return (
    <Card title="Logo">
      <LogoField
        saved={edited.text(path)}
        chosen={edited.logo}
        error={edited.faults.get(path)}
        onChoose={edited.chooseLogo}
        onRemove={edited.removeLogo}
      />
    </Card>
  );
}
