import { EMAIL_LIMITS } from '@mission-control/contract/branding/limits';
import { Card } from '../../../ui/card.tsx';
import { TextAreaField } from '../../../ui/text-area-field.tsx';
import type { EditedBranding } from '../use-branding-edits.ts';
import { EmailColour } from './email-colour.tsx';
import { Fields, Pair } from './layout.ts';

/** The colours of the footer and its HTML [EML-03]. */
export function EmailFooterCard({ edited }: { edited: EditedBranding }) {
  return (
    <Card title="Footer">
      <Fields>
        <Pair>
          <EmailColour label="Footer background colour" path="email.footer.backgroundColor" edited={edited} />
          <EmailColour label="Footer text colour" path="email.footer.textColor" edited={edited} />
        </Pair>
        <TextAreaField
          label="Footer content (HTML)"
          mono
          rows={6}
          value={edited.text('email.footer.content')}
          maxLength={EMAIL_LIMITS.footer}
          spellCheck={false}
          help="Headings, paragraphs, lists, links and emphasis are kept; scripts, pictures and styles are left out."
          error={edited.faults.get('email.footer.content')}
          onChange={(event) => edited.write('email.footer.content', event.target.value)}
        />
      </Fields>
    </Card>
  );
}
