import { EMAIL_LIMITS, LOGO_POSITIONS } from '@mission-control/contract/branding/limits';
import { Card } from '../../../ui/card.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { EditedBranding } from '../use-branding-edits.ts';
import { EmailColour } from './email-colour.tsx';
import { Fields, Pair } from './layout.ts';
import { LogoField } from './logo-field.tsx';

/** Logo, its place, the headings and their colours [EML-01, EML-16]. */
export function EmailHeaderCard({ edited }: { edited: EditedBranding }) {
  const { text, write, faults } = edited;
  return (
    <Card title="Header">
      <Fields>
        <LogoField
          saved={text('email.header.logoUrl')}
          chosen={edited.logo}
          error={faults.get('email.header.logoUrl')}
          onChoose={edited.chooseLogo}
          onRemove={edited.removeLogo}
        />
        <Pair>
          <SelectField
            label="Logo position"
            options={LOGO_POSITIONS}
            value={text('email.header.logoPosition')}
            onChange={(event) => write('email.header.logoPosition', event.target.value)}
          />
          <EmailColour label="Background colour" path="email.header.backgroundColor" edited={edited} />
        </Pair>
        <TextField
          label="Heading text"
          value={text('email.header.headingText')}
          maxLength={EMAIL_LIMITS.heading}
          error={faults.get('email.header.headingText')}
          onChange={(event) => write('email.header.headingText', event.target.value)}
        />
        <TextField
          label="Subheading text"
          value={text('email.header.subheadingText')}
          maxLength={EMAIL_LIMITS.heading}
          error={faults.get('email.header.subheadingText')}
          onChange={(event) => write('email.header.subheadingText', event.target.value)}
        />
        <Pair>
          <EmailColour label="Heading text colour" path="email.header.headingTextColor" edited={edited} />
          <EmailColour label="Subheading text colour" path="email.header.subheadingTextColor" edited={edited} />
        </Pair>
      </Fields>
    </Card>
  );
}
