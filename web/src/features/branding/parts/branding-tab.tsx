import { DEFAULT_COLOURS } from '@mission-control/contract/branding/rules';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Card } from '../../../ui/layout/card.tsx';
import { TextAreaField, TextField } from '../../../ui/field/text-field.tsx';
import { type Language, joiningPageHtml } from '../joining-html.ts';
import { logoQuery } from '../queries.ts';
import { BRAND_COLOURS, CONTENT_FIELDS } from '../state/fields.ts';
import type { EditedBranding } from '../use-branding-edits.ts';
import { ColourField } from './colour-field.tsx';
import { ContrastResult } from './contrast-result.tsx';
import { LanguageTabs } from './language-tabs.tsx';
import { Columns, InSight, Quiet, Stack, Fields } from './layout.ts';
import { LogoField } from './logo-field.tsx';
import { PreviewFrame } from './preview-frame.tsx';

interface ContentCardProps {
  edited: EditedBranding;
  language: Language;
  onLanguage: (language: Language) => void;
}

/** The words of the online-joining page [BRD-05, BRD-09]. */
function ContentCard({ edited, language, onLanguage }: ContentCardProps) {
  return (
    <Card title="Website content">
      <LanguageTabs language={language} onChange={onLanguage}>
        <Fields>
          {CONTENT_FIELDS.map(({ key, label }) => {
            const path = `${language}.${key}` as const;
            const field = {
              label,
              value: edited.text(path),
              error: edited.faults.get(path),
              lang: language,
            };
            if (key === 'find_a_center_text') {
              return (
                <TextAreaField
                  key={path}
                  {...field}
                  maxLength={5000}
                  onChange={(event) => edited.write(path, event.target.value)}
                />
              );
            }
            const isLink = key !== 'find_a_center_title';
            return (
              <TextField
                key={path}
                {...field}
                maxLength={isLink ? 2000 : 200}
                {...(isLink ? { placeholder: 'https://', inputMode: 'url' as const, spellCheck: false } : null)}
                onChange={(event) => edited.write(path, event.target.value)}
              />
            );
          })}
        </Fields>
      </LanguageTabs>
    </Card>
  );
}

/** The three colours, each with its contrast [BRD-03, BRD-04, BRD-16]. */
function ColourCard({ edited }: { edited: EditedBranding }) {
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

interface LogoCardProps {
  path: 'logo_url';
  edited: EditedBranding;
}

/** The logo of the online-joining page [BRD-02]. */
function LogoCard({ path, edited }: LogoCardProps) {
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
