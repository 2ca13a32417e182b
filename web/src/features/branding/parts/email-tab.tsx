import { mdiContentCopy } from '@mdi/js';
import { emailFooterHtml, emailHeaderHtml, emailPreviewHtml } from '@mission-control/contract/branding/email-html';
import { EMAIL_LIMITS, LOGO_POSITIONS } from '@mission-control/contract/branding/limits';
import { copied, copyFailed, DEFAULT_BRANDING } from '@mission-control/contract/branding/rules';
import { useQuery } from '@tanstack/react-query';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { CodeView } from '../../../ui/display/code-view.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { TextAreaField, TextField } from '../../../ui/field/text-field.tsx';
import { toast } from '../../../ui/toast/toast.ts';
import { logoQuery } from '../logo.ts';
import { textAt, type FieldPath } from '../state/fields.ts';
import type { EditedBranding } from '../use-branding-editor.ts';
import { ColourField } from './colour-field.tsx';
import { Columns, Fields, InSight, Stack, Pair, Quiet } from './layout.ts';
import { LogoField } from './logo-field.tsx';
import { PreviewFrame } from './preview-frame.tsx';
import { UnsavedChanges } from './unsaved-changes.tsx';

interface EmailFieldProps {
  label: string;
  path: FieldPath;
  edited: EditedBranding;
}

function EmailColour({ label, path, edited }: EmailFieldProps) {
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

function EmailHeading({ label, path, edited }: EmailFieldProps) {
  return (
    <TextField
      label={label}
      value={edited.text(path)}
      maxLength={EMAIL_LIMITS.heading}
      error={edited.faults.get(path)}
      onChange={(event) => edited.write(path, event.target.value)}
    />
  );
}

/** [EML-01, EML-16] */
function EmailHeaderCard({ edited }: { edited: EditedBranding }) {
  return (
    <Card title="Header">
      <Fields>
        <LogoField path="email.header.logoUrl" edited={edited} />
        <Pair>
          <SelectField
            label="Logo position"
            options={LOGO_POSITIONS}
            value={edited.text('email.header.logoPosition')}
            onChange={(event) => edited.write('email.header.logoPosition', event.target.value)}
          />
          <EmailColour label="Background colour" path="email.header.backgroundColor" edited={edited} />
        </Pair>
        <EmailHeading label="Heading text" path="email.header.headingText" edited={edited} />
        <EmailHeading label="Subheading text" path="email.header.subheadingText" edited={edited} />
        <Pair>
          <EmailColour label="Heading text colour" path="email.header.headingTextColor" edited={edited} />
          <EmailColour label="Subheading text colour" path="email.header.subheadingTextColor" edited={edited} />
        </Pair>
      </Fields>
    </Card>
  );
}

interface CopyHtmlProps {
  label: string;
  html: string;
  note?: string | undefined;
}

const Root = styled('div')({ display: 'flex', flexDirection: 'column', gap: 8, minWidth: 0 });
const Head = styled('div')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 8,
  '& h3': { fontSize: 13, lineHeight: '20px', fontWeight: 500 },
});

/** HTML to view and copy [EML-05, EML-06, EML-11, EML-12]. */
function CopyHtml({ label, html, note }: CopyHtmlProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(html);
      toast.success(copied(label));
    } catch {
      toast.error(copyFailed(label));
    }
  };
  return (
    <Root>
      <Head>
        <h3>{label}</h3>
        <ActionButton size="small" icon={mdiContentCopy} aria-label={`Copy ${label}`} onClick={() => void copy()}>
          Copy
        </ActionButton>
      </Head>
      <CodeView label={label} code={html} maxHeight={96} wrap />
      {note ? <Quiet>{note}</Quiet> : null}
    </Root>
  );
}

/** [EML-03] */
function EmailFooterCard({ edited }: { edited: EditedBranding }) {
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

/** [EML-02] */
function EmailContentCard({ edited }: { edited: EditedBranding }) {
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

interface EmailTabProps {
  edited: EditedBranding;
  /** Blocked while saving. */
  inert: boolean;
}

/** Header, content and footer of e-mails beside a preview and the HTML to copy [EML-01..06]. */
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
        <UnsavedChanges edited={edited} />
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
              note={edited.logo ? 'The chosen logo has no address until the settings are saved.' : undefined}
            />
            <CopyHtml label="Footer HTML" html={emailFooterHtml(email)} />
          </Fields>
        </Card>
      </InSight>
    </Columns>
  );
}
