import type { Language } from '../joining-html.ts';
import { joiningPageHtml } from '../joining-html.ts';
import { Card } from '../../../ui/card.tsx';
import type { EditedBranding } from '../use-branding-edits.ts';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { logoQuery } from '../queries.ts';
import { ColourCard } from './colour-card.tsx';
import { ContentCard } from './content-card.tsx';
import { Columns, InSight, Quiet, Stack } from './layout.ts';
import { LogoCard } from './logo-card.tsx';
import { PreviewFrame } from './preview-frame.tsx';

interface BrandingTabProps {
  tenantName: string;
  edited: EditedBranding;
  language: Language;
  onLanguage: (language: Language) => void;
  /** A save is under way. */
  inert: boolean;
  /** The choice of the branch. */
  branch: ReactNode;
}

/** Logo, colours, content and branch, beside the page that they make [BRD-01..06]. */
export function BrandingTab({ tenantName, edited, language, onLanguage, inert, branch }: BrandingTabProps) {
  const { data: savedLogo } = useQuery(logoQuery(edited.text('logo_url')));
  const html = joiningPageHtml({
    branding: edited.draft,
    language,
    tenantName,
    origin: window.location.origin,
    logo: edited.logo?.data ?? savedLogo,
  });
  return (
    <Columns>
      <Stack inert={inert}>
        <LogoCard path="logo_url" edited={edited} />
        <ColourCard edited={edited} />
        <ContentCard edited={edited} language={language} onLanguage={onLanguage} />
        {branch}
      </Stack>
      <InSight>
        <Card title="Preview" subtitle={<span>Online joining, {language === 'cy' ? 'Welsh' : 'English'}</span>}>
          <PreviewFrame title="Preview of the online-joining page" html={html} height={560} />
          <Quiet>A sketch with the standard theme. The theme of the branch decides in the end.</Quiet>
        </Card>
      </InSight>
    </Columns>
  );
}
