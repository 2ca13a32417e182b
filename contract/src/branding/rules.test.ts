import { describe, expect, it } from 'vitest';
import * as limits from './limits.ts';
import * as rules from './rules.ts';
import { branding, brandingForm } from './schema.ts';

describe('the documented values', () => {
  it('have the default colours [BRD-21]', () => {
    expect(rules.DEFAULT_BRANDING.colors).toEqual({ primary: '#4299e1', secondary: '#f6ad55', background: '#e8e8e8' });
  });

  it('have the defaults of e-mails [EML-13]', () => {
    expect(rules.DEFAULT_EMAIL).toMatchObject({
      containerBackgroundColor: '#DDDDDD',
      contentBackgroundColor: '#FFFFFF',
      contentTextColor: '#444444',
      header: {
        headingTextColor: '#000',
        subheadingTextColor: '#000',
        backgroundColor: '#4299e1',
        logoPosition: 'center',
      },
      footer: { backgroundColor: '#4299e1', textColor: '#FFFFFF' },
    });
  });

  it('have defaults that pass validation', () => {
    expect(branding.safeParse({ ...rules.DEFAULT_BRANDING }).success).toBe(true);
  });

  it('offer Left, Center and Right, and the two languages [EML-16, BRD-22]', () => {
    expect(limits.LOGO_POSITIONS.map(({ value, label }) => `${label} ${value}`)).toEqual([
      'Left flex-start',
      'Center center',
      'Right flex-end',
    ]);
    expect(limits.BRANDING_LANGUAGES).toEqual([
      { value: 'en', label: 'English' },
      { value: 'cy', label: 'Welsh' },
    ]);
  });

  it('report progress and failures in the documented words [RGN-05, RGN-16]', () => {
    expect(rules.regenerating('Brimham', 1, 3)).toBe('Processing Brimham (1 of 3)');
    expect(rules.regenerateFailed('Brimham')).toBe('Failed to regenerate branding for Brimham');
    expect(rules.copied('Header HTML')).toBe('Header HTML copied to clipboard!');
    expect(rules.copyFailed('Header HTML')).toBe('Failed to copy Header HTML.');
  });
});

it('accepts a form with a complete branding [BRD-13]', () => {
  const { colors, logo_url, email, en, cy } = rules.DEFAULT_BRANDING;
  const brandingData = JSON.stringify({ colors, logo_url, email, en, cy, app: 'coursepro', branch: 'main' });
  const parsed = brandingForm.parse({ brandingData, contentData: JSON.stringify({ en, cy }) });
  expect(parsed.brandingData).toEqual({ colors, logo_url: '', app: 'coursepro', branch: 'main' });
});
