import { styled } from '../../ui/theme/styled.ts';
import { color, meaningColor, narrow, radius } from '../../ui/theme/tokens.ts';

/** The sunk box of the log level control. */
export const Box = styled('section')({
  display: 'flex',
  flexDirection: 'column',
  gap: 10,
  minWidth: 0,
  padding: 12,
  border: `1px solid ${color.line}`,
  borderRadius: radius.control,
  background: color.bg,
  fontSize: 12,
  lineHeight: '16px',
  color: color.text3,
  '& b': { fontWeight: 600, color: color.text2 },
});

export const Line = styled('div')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  flexWrap: 'wrap',
  gap: '4px 12px',
  '& h3': { fontSize: 12, lineHeight: '16px', fontWeight: 500, color: color.text2 },
  '& > span': { display: 'inline-flex', alignItems: 'center', gap: 6 },
  // Aligns its text with the edge, like a link.
  '& > button': { margin: '-4px -10px', color: color.accent },
});

/** Remaining hours, minutes and seconds. */
export const Clock = styled('div')({
  display: 'flex',
  alignItems: 'baseline',
  gap: 4,
  fontVariantNumeric: 'tabular-nums',
  '& strong': {
    fontSize: 24,
    lineHeight: '28px',
    fontWeight: 600,
    letterSpacing: '-.02em',
    color: color.text,
  },
  '& span': { marginRight: 4 },
});

/** The level after the temporary one, and when it applies. */
export const After = styled('div')({
  marginLeft: 'auto',
  textAlign: 'right',
  [narrow]: { marginLeft: 0, textAlign: 'left' },
});

/** The remaining time as a bar. */
export const Bar = styled('div')({
  height: 3,
  borderRadius: 2,
  overflow: 'hidden',
  background: color.line,
  '& > i': { display: 'block', height: '100%', background: meaningColor.notice.main },
});

export const Choices = styled('form')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0,1fr) minmax(0,1fr) auto',
  gap: 8,
  marginTop: 'auto',
  [narrow]: { '& button': { height: 40 } },
});
