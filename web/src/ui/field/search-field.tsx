import { mdiClose, mdiMagnify } from '@mdi/js';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { IconButton } from '../action/icon-button.tsx';
import { Icon } from '../display/icon.tsx';
import { Kbd } from '../display/mono.tsx';
import { styled } from '../theme/styled.ts';
import { narrow, touch, color, radius } from '../theme/tokens.ts';

/** Styles of every search box, in a page or the top bar; the caller sets height and width. */
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

/** Its input, unstyled: the box draws the outline and the focus ring. */
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

/** Maximum length of a search text, in characters; the same as the contract's, which primitives do not import. */
const SEARCH_LIMIT = 200;

interface SearchFieldProps {
  value: string;
  onChange: (value: string) => void;
  /** Its name and placeholder, e.g. 'Search tenants'. */
  label: string;
  /** `/` focuses the field, the page's own search. */
  hotkey?: boolean;
  /** In px; below 700 px it takes the available width. */
  width?: number;
  onEnter?: () => void;
}

const Root = styled('div', ['boxWidth'])<{ boxWidth: number }>(({ boxWidth }) => ({
  ...searchBox,
  width: boxWidth,
  maxWidth: '100%',
  padding: '0 6px 0 10px',
  '& input': searchInput,
  [narrow]: { flex: '1 1 160px', width: 'auto', minWidth: 0, height: 40 },
  [touch]: { '& input': { fontSize: 16 } },
}));

/** A search box: `/` focuses it, Esc clears it. */
export function SearchField(props: SearchFieldProps) {
  const { value, onChange, label, hotkey = true, width = 280, onEnter } = props;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!hotkey) return undefined;
    const focus = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isBusy(event.target)) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, [hotkey]);
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') onEnter?.();
    if (event.key !== 'Escape') return;
    // An empty field leaves Esc to the dialog or panel around it.
    if (value === '' && event.currentTarget.closest('[role="dialog"]')) return;
    if (value === '') input.current?.blur();
    else onChange('');
    event.stopPropagation();
  };
  return (
    <Root boxWidth={width} onClick={() => input.current?.focus()}>
      <Icon path={mdiMagnify} />
      <input
        ref={input}
        type="search"
        value={value}
        maxLength={SEARCH_LIMIT}
        placeholder={label}
        aria-label={label}
        aria-keyshortcuts={hotkey ? '/' : undefined}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKey}
      />
      {value !== '' ? (
        <IconButton icon={mdiClose} label="Clear search" size={20} onClick={() => onChange('')} />
      ) : hotkey ? (
        <Kbd aria-hidden>/</Kbd>
      ) : null}
    </Root>
  );
}

/** True while typing, or while a dialog is open. */
function isBusy(target: EventTarget | null): boolean {
  if (document.querySelector('[aria-modal="true"]')) return true;
  return target instanceof HTMLElement && target.closest('input,textarea,select,[contenteditable="true"]') !== null;
}
