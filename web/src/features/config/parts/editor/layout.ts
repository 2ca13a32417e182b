import { styled } from '../../../../ui/theme/styled.ts';
import { color, ellipsis, meaningColor, monoText } from '../../../../ui/theme/tokens.ts';

/** A row, vertically centred. */
export const Row = styled('span', ['gap'])<{ gap?: number }>(({ gap = 4 }) => ({
  display: 'flex',
  alignItems: 'center',
  gap,
  minWidth: 0,
}));

/** A row that wraps. */
export const Wrap = styled('div')({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: '4px 6px',
  minWidth: 0,
});

/** A column. */
export const Stack = styled('div', ['gap'])<{ gap?: number }>(({ gap = 8 }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap,
  minWidth: 0,
}));

/** The first cell of a row; it may have several lines. */
export const NameBox = styled('div')({ padding: '8px 0', whiteSpace: 'normal' });

/** Pushes what follows to the right. */
export const Spring = styled('span')({ flex: 1, minWidth: 0 });

/** A key or value in a cell, truncated with an ellipsis; `gone` marks what Save removes. */
export const CellText = styled('span', ['gone'])<{ gone?: boolean }>(({ gone }) => ({
  ...monoText,
  ...ellipsis,
  color: gone ? color.text3 : color.text,
  textDecoration: gone ? 'line-through' : 'none',
}));

/** A quiet line under a field or in a panel. */
export const Quiet = styled('p')({ fontSize: 12, lineHeight: '16px', color: color.text2, overflowWrap: 'anywhere' });

/** A line of warning or error, with its icon. */
export const WarningText = styled('div')({
  display: 'flex',
  gap: 6,
  marginTop: 4,
  fontSize: 12,
  lineHeight: '16px',
  fontWeight: 400,
  whiteSpace: 'normal',
  overflowWrap: 'anywhere',
  color: meaningColor.warn.main,
  '&[data-meaning="bad"]': { color: meaningColor.bad.main },
  '& > svg': { marginTop: 1 },
});
