import { color, radius, shadow } from './tokens.ts';

/** Looks of the list under a field that offers choices while one types. */
export const choicePaper = {
  marginTop: '4px',
  background: color.raised,
  border: `1px solid ${color.lineStrong}`,
  borderRadius: `${radius.card}px`,
  boxShadow: shadow.menu,
  color: color.text3,
  fontSize: 13,
  '& .MuiAutocomplete-listbox': { padding: '4px', maxHeight: 280 },
  '& .MuiAutocomplete-option': {
    minHeight: 32,
    padding: '4px 10px',
    borderRadius: `${radius.control}px`,
    fontSize: 13,
    color: color.text,
    overflowWrap: 'anywhere',
    '&[aria-selected="true"], &[aria-selected="true"].Mui-focused': { background: color.accentTint },
    '&.Mui-focused': { background: color.press },
  },
} as const;
