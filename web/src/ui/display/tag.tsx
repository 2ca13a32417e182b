import { styled } from '../theme/styled.ts';
import { color, meaningColor } from '../theme/tokens.ts';

export type TagTone = 'prod' | 'stage' | 'dev' | 'other';

const tones: Record<TagTone, { color: string; background: string }> = {
  prod: { color: color.accentText, background: 'rgba(156,170,253,.17)' },
  stage: { color: meaningColor.warn.main, background: meaningColor.warn.tint },
  dev: { color: color.teal, background: color.tealTint },
  other: { color: color.text2, background: meaningColor.off.tint },
};

/** A small tag for a kind of place: deployment group (capitals) or environment type (`lower`). */
export const Tag = styled('span', ['tone', 'lower'])<{
  tone?: TagTone;
  lower?: boolean;
}>(({ tone = 'other', lower }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  verticalAlign: 'middle',
  gap: 4,
  height: 20,
  padding: '0 6px',
  borderRadius: 4,
  fontSize: lower ? 11.5 : 11,
  lineHeight: '16px',
  fontWeight: lower ? 500 : 600,
  letterSpacing: lower ? 0 : '.03em',
  whiteSpace: 'nowrap',
  ...tones[tone],
}));
