import { Card } from '../../../ui/card.tsx';
import type { EditedBranding } from '../use-branding-edits.ts';
import { EmailColour } from './email-colour.tsx';
import { Fields, Pair } from './layout.ts';

/** The colours around and behind the text of the e-mail [EML-02]. */
export function EmailContentCard({ edited }: { edited: EditedBranding }) {
  return (
    <Card title="Content">
      <Fields>
        <Pair>
          <EmailColour label="Container background colour" path="email.containerBackgroundColor" edited={edited} />
          <EmailColour label="Content background colour" path="email.contentBackgroundColor" edited={edited} />
        </Pair>
        <Pair>
          <EmailColour label="Content text colour" path="email.contentTextColor" edited={edited} />
        </Pair>
      </Fields>
    </Card>
  );
}
