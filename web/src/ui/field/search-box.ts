import { color, radius } from '../theme/tokens.ts';

/** The look of every box that is searched in, in a page or in the top bar; its height and width are the place's. */
export const searchBox = {
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  height: 32,
  borderRadius: radius.control,
  border: `1px solid ${color.lineStrong}`,
  background: color.inset,
  color: color.text3,
  cursor: 'text',
  '&:hover': { borderColor: color.control },
  '&:focus-within': { borderColor: color.accent, boxShadow: `0 0 0 1px ${color.accent}` },
} as const;

/** Its input: bare, because the box has the outline and the focus. */
export const searchInput = {
  flex: 1,
  minWidth: 0,
  height: '100%',
  padding: 0,
  border: 0,
  background: 'none',
  font: 'inherit',
  fontSize: 13,
  color: color.text,
  outline: 'none',
  '&:focus-visible': { boxShadow: 'none' },
  '&::placeholder': { color: color.text3, opacity: 1 },
  '&::-webkit-search-cancel-button': { display: 'none' },
} as const;
