import { styled } from '../theme/styled.ts';
import { color, meaningColor, monoText, narrow, radius, touch } from '../theme/tokens.ts';

const sunk = {
  width: '100%',
  minWidth: 0,
  height: 32,
  padding: '0 10px',
  borderRadius: radius.control,
  border: `1px solid ${color.lineStrong}`,
  background: color.inset,
  fontSize: 13,
  color: color.text,
  transition: 'border-color 120ms ease-out',
  '&:hover': { borderColor: color.control },
  '&:focus-visible': { borderColor: color.accent, boxShadow: `0 0 0 1px ${color.accent}`, outline: 'none' },
  '&[aria-invalid="true"]': { borderColor: meaningColor.bad.main },
  '&:disabled, &[readonly]': { color: color.text3, borderStyle: 'dashed' },
  '&[data-mono]': monoText,
} as const;

export const FieldRoot = styled('div')({ display: 'flex', flexDirection: 'column', gap: 6, minWidth: 0 });
export const FieldLabel = styled('label')({ fontSize: 12, lineHeight: '16px', fontWeight: 500, color: color.text2 });
export const FieldHelp = styled('p')({ fontSize: 12, lineHeight: '16px', color: color.text3 });
export const FieldError = styled('p')({
  display: 'flex',
  gap: 4,
  fontSize: 12,
  lineHeight: '16px',
  color: meaningColor.bad.main,
  '& > svg': { marginTop: 1 },
});
/** A fault as a sentence: a schema's 'must not be empty' becomes 'Must not be empty.'. */
export const faultSentence = (fault: string): string =>
  fault.replace(/^(?:must|is|has|never) .*[^.]$/su, (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`);
/** Inputs are sunk below the card. */
export const Input = styled('input')({ ...sunk, [narrow]: { height: 40 }, [touch]: { fontSize: 16 } });
export const TextArea = styled('textarea')({
  ...sunk,
  height: 'auto',
  minHeight: 96,
  padding: '6px 10px',
  lineHeight: '20px',
  resize: 'vertical',
});
/** The arrow of a control that opens a list. */
export const listArrow = {
  paddingRight: 28,
  backgroundImage: `linear-gradient(45deg, transparent 50%, ${color.text3} 50%), linear-gradient(135deg, ${color.text3} 50%, transparent 50%)`,
  backgroundPosition: 'calc(100% - 15px) 50%, calc(100% - 10px) 50%',
  backgroundSize: '5px 5px, 5px 5px',
  backgroundRepeat: 'no-repeat',
} as const;

export const Select = styled('select')({
  ...sunk,
  ...listArrow,
  appearance: 'none',
  textOverflow: 'ellipsis',
  '& option': { background: color.raised },
  [narrow]: { height: 40 },
  [touch]: { fontSize: 16 },
});
