import { BRANDING_LANGUAGES } from '@mission-control/contract/branding/limits';
import type { KeyboardEvent, ReactNode } from 'react';
import { styled } from '../../../ui/theme/styled.ts';
import { color } from '../../../ui/theme/tokens.ts';
import type { Language } from '../joining-html.ts';

interface LanguageTabsProps {
  language: Language;
  onChange: (language: Language) => void;
  children: ReactNode;
}

const List = styled('div')({
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

/** The words in one language at a time [BRD-05, BRD-22]; the arrows go to the other one. */
export function LanguageTabs({ language, onChange, children }: LanguageTabsProps) {
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
      <List role="tablist" aria-label="Language of the content" onKeyDown={move}>
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
      </List>
      <div role="tabpanel" id={PANEL} aria-labelledby={tabId(language)}>
        {children}
      </div>
    </>
  );
}

const PANEL = 'branding-content';
const tabId = (language: Language) => `branding-content-${language}`;
