import { Card } from '../../../ui/card.tsx';
import { TextAreaField } from '../../../ui/text-area-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import type { Language } from '../joining-html.ts';
import { CONTENT_FIELDS } from '../state/fields.ts';
import type { EditedBranding } from '../use-branding-edits.ts';
import { LanguageTabs } from './language-tabs.tsx';
import { Fields } from './layout.ts';

interface ContentCardProps {
  edited: EditedBranding;
  language: Language;
  onLanguage: (language: Language) => void;
}

/** The words of the online-joining page [BRD-05, BRD-09]. */
export function ContentCard({ edited, language, onLanguage }: ContentCardProps) {
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
