import { BRANDING_LANGUAGES } from '@mission-control/contract/branding/limits';
import { DEFAULT_COLOURS } from '@mission-control/contract/branding/rules';
import { useQuery } from '@tanstack/react-query';
import type { KeyboardEvent, ReactNode } from 'react';
import { Card } from '../../../ui/layout/card.tsx';
import { TextAreaField, TextField } from '../../../ui/field/text-field.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color } from '../../../ui/theme/tokens.ts';
import { type Language, joiningPageHtml } from '../joining-html.ts';
import { logoQuery } from '../logo.ts';
import { BRAND_COLOURS, CONTENT_FIELDS } from '../state/fields.ts';
import type { EditedBranding } from '../use-branding-editor.ts';
import { ColourField, ContrastResult } from './colour-field.tsx';
import { Columns, InSight, Quiet, Stack, Fields } from './layout.ts';
import { LogoField } from './logo-field.tsx';
import { PreviewFrame } from './preview-frame.tsx';
import { UnsavedChanges } from './unsaved-changes.tsx';

interface LanguageTabsProps {
  language: Language;
  onChange: (language: Language) => void;
  children: ReactNode;
}

const TabList = styled('div')({
  display: 'flex',
  gap: 24,
  borderBottom: `1px solid ${color.line}`,
  marginTop: -8,
  '& button': {
    height: 36,
    padding: 0,
    border: 0,
    background: 'none',
    fontSize: 13,
    fontWeight: 500,
    color: color.text2,
    cursor: 'pointer',
  },
  '& button:hover, & button[aria-selected="true"]': { color: color.text },
  '& button[aria-selected="true"]': { boxShadow: `inset 0 -2px 0 ${color.accent}` },
  '& button:focus-visible': { boxShadow: `inset 0 0 0 2px ${color.accent}` },
});

/** Shows one language at a time [BRD-05, BRD-22]; arrow keys switch. */
function LanguageTabs({ language, onChange, children }: LanguageTabsProps) {
  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    const other = BRANDING_LANGUAGES.find(({ value }) => value !== language);
    if (!other) return;
    onChange(other.value);
    document.getElementById(tabId(other.value))?.focus();
  };
  return (
    <>
      <TabList role="tablist" aria-label="Language of the content" onKeyDown={move}>
        {BRANDING_LANGUAGES.map(({ value, label }) => (
          <button
            key={value}
            id={tabId(value)}
            type="button"
            role="tab"
            aria-selected={value === language}
            aria-controls={PANEL}
            tabIndex={value === language ? 0 : -1}
            onClick={() => onChange(value)}
          >
            {label}
          </button>
        ))}
      </TabList>
      <div role="tabpanel" id={PANEL} aria-labelledby={tabId(language)}>
        {children}
      </div>
    </>
  );
}

const PANEL = 'branding-content';
const tabId = (language: Language) => `branding-content-${language}`;

interface ContentCardProps {
  edited: EditedBranding;
  language: Language;
  onLanguage: (language: Language) => void;
}

/** Texts of the online-joining page [BRD-05, BRD-09]. */
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

/** [BRD-03, BRD-04, BRD-16] */
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

interface BrandingTabProps {
  tenantName: string;
  edited: EditedBranding;
  language: Language;
  onLanguage: (language: Language) => void;
  /** Blocked while saving. */
  inert: boolean;
  branch: ReactNode;
}

/** Logo, colours, content and branch beside a preview of the page [BRD-01..06]. */
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
        <Card title="Logo">
          <LogoField path="logo_url" edited={edited} />
        </Card>
        <ColourCard edited={edited} />
        <ContentCard edited={edited} language={language} onLanguage={onLanguage} />
        {branch}
        <UnsavedChanges edited={edited} />
      </Stack>
      <InSight>
        <Card title="Preview" subtitle={<span>Online joining, {language === 'cy' ? 'Welsh' : 'English'}</span>}>
          <PreviewFrame title="Preview of the online-joining page" html={html} height={560} />
          <Quiet>A sketch with the standard theme. The published page uses the theme of the branch.</Quiet>
        </Card>
      </InSight>
    </Columns>
  );
}
