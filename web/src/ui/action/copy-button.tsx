import { mdiCheck, mdiContentCopy } from '@mdi/js';
import { Hidden, styled } from '../theme/styled.ts';
import { useEffect, useId, useState } from 'react';
import { Icon } from '../display/icon.tsx';
import { Tip, TipBubble } from './tip.tsx';
import { color, ellipsis, meaningColor, monoText, narrow, radius } from '../theme/tokens.ts';

interface CopyButtonProps {
  text: string;
  /** Accessible name, e.g. 'Copy id'. */
  label: string;
  /** Draws this text followed by the icon, as a small bordered badge; without it only the icon. */
  shown?: string;
  /** Badge without a border, for inline text. */
  bare?: boolean;
  /** An icon at line height, after the text that it copies. */
  small?: boolean;
}

type Look = 'icon' | 'small' | 'badge' | 'bare';
const isIcon = (look: Look) => look === 'icon' || look === 'small';

const Root = styled('button', ['look'])<{ look: Look }>(({ look }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 4,
  padding: look === 'badge' ? '0 6px' : 0,
  width: look === 'icon' ? 28 : look === 'small' ? 20 : undefined,
  height: look === 'icon' ? 28 : look === 'small' ? 20 : 18,
  flex: isIcon(look) ? 'none' : undefined,
  minWidth: 0,
  maxWidth: '100%',
  border: look === 'badge' ? `1px solid ${color.lineStrong}` : 0,
  borderRadius: isIcon(look) ? radius.control : radius.small,
  background: 'none',
  color: color.text2,
  ...(isIcon(look) ? null : { ...monoText, fontSize: 12, lineHeight: '16px' }),
  cursor: 'pointer',
  verticalAlign: 'middle',
  '&:hover': { color: color.text, background: isIcon(look) ? color.press : 'none' },
  // A request id is longer than a line on narrow screens.
  [narrow]: {
    icon: { width: 36, height: 36 },
    small: { width: 24, height: 24 },
    badge: { height: 'auto', minHeight: 24 },
    bare: { height: 'auto', minHeight: 24 },
  }[look],
  '& > span': { ...ellipsis, [narrow]: { whiteSpace: 'normal', overflowWrap: 'anywhere', textAlign: 'left' } },
  '& > svg': { flex: 'none' },
}));

/** Copies a text and confirms it in a bubble and to screen readers, with a tick in place of its icon. */
export function CopyButton({ text, label, shown, bare = false, small = false }: CopyButtonProps) {
  const bubble = useId();
  const [pressed, setPressed] = useState<HTMLElement | null>(null);
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  useEffect(() => {
    if (state === 'idle') return undefined;
    const back = setTimeout(() => setState('idle'), 1500);
    return () => clearTimeout(back);
  }, [state]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      setState('failed');
    }
  };
  const says = { idle: label, copied: 'Copied', failed: 'The browser did not allow copying' }[state];
  const iconLook = small ? 'small' : 'icon';
  return (
    <>
      <Tip text={state === 'idle' ? says : null} names>
        <Root
          type="button"
          look={shown === undefined ? iconLook : bare ? 'bare' : 'badge'}
          aria-label={shown === undefined ? says : `${says}: ${shown}`}
          onClick={(event) => {
            event.stopPropagation();
            setPressed(event.currentTarget);
            void copy();
          }}
        >
          {shown === undefined ? null : <span>{shown}</span>}
          <Icon
            path={state === 'copied' ? mdiCheck : mdiContentCopy}
            size={shown === undefined && !small ? 16 : 12}
            {...(state === 'copied' ? { color: meaningColor.good.main } : null)}
          />
        </Root>
      </Tip>
      {state === 'idle' || pressed === null ? null : (
        <>
          <Hidden aria-live="polite">{says}</Hidden>
          <TipBubble
            id={bubble}
            anchor={pressed}
            placement="top"
            onHold={() => undefined}
            onHide={() => setPressed(null)}
          >
            {says}
          </TipBubble>
        </>
      )}
    </>
  );
}
