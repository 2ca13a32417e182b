import { emailFooterHtml, emailHeaderHtml, emailPreviewHtml } from '@mission-control/contract/branding/email-html';
import { useQuery } from '@tanstack/react-query';
import { Card } from '../../../ui/card.tsx';
import { logoQuery } from '../queries.ts';
import type { EditedBranding } from '../use-branding-edits.ts';
import { CopyHtml } from './copy-html.tsx';
import { EmailContentCard } from './email-content-card.tsx';
import { EmailFooterCard } from './email-footer-card.tsx';
import { EmailHeaderCard } from './email-header-card.tsx';
import { Columns, Fields, InSight, Stack } from './layout.ts';
import { PreviewFrame } from './preview-frame.tsx';

interface EmailTabProps {
  edited: EditedBranding;
  /** A save is under way. */
  inert: boolean;
}

/** Header, content and footer of e-mails, beside the e-mail that they make, and its HTML for copying [EML-01..06]. */
export function EmailTab({ edited, inert }: EmailTabProps) {
  const { email } = edited.draft;
  const { origin } = window.location;
  const { data: savedLogo } = useQuery(logoQuery(email.header.logoUrl));
  const logo = edited.logo?.data ?? savedLogo;
  return (
    <Columns>
      <Stack inert={inert}>
        <EmailHeaderCard edited={edited} />
        <EmailContentCard edited={edited} />
        <EmailFooterCard edited={edited} />
      </Stack>
      <InSight>
        <Card title="Preview" subtitle={<span>E-mail, 600 px wide at most</span>}>
          <PreviewFrame title="Preview of the e-mail" html={emailPreviewHtml(email, { origin, logo })} height={520} />
        </Card>
        <Card title="HTML for e-mail tools">
          <Fields>
            <CopyHtml
              label="Header HTML"
              html={emailHeaderHtml(email, { origin })}
              note={edited.logo ? 'The chosen logo gets its address when the settings are saved.' : undefined}
            />
            <CopyHtml label="Footer HTML" html={emailFooterHtml(email)} />
          </Fields>
        </Card>
      </InSight>
    </Columns>
  );
}
