import { mdiCheck, mdiContentCopy } from '@mdi/js';
import { styled } from '../theme/styled.ts';
import { useEffect, useState } from 'react';
import { Icon } from '../display/icon.tsx';
import { Tip } from './tip.tsx';
import { color, meaningColor, monoText, narrow, radius } from '../theme/tokens.ts';

interface CopyButtonProps {
  text: string;
  /** Accessible name, e.g. 'Copy id'. */
  label: string;
  /** Draws this text with the icon behind it, as a small bordered badge; without it only the icon. */
  shown?: string;
  /** Badge without a border, for text that stands in a line. */
  bare?: boolean;
}

const Root = styled('button', { shouldForwardProp: (prop) => prop !== 'look' })<{ look: 'icon' | 'badge' | 'bare' }>(
  ({ look }) => ({
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: 4,
    padding: look === 'badge' ? '0 6px' : 0,
    width: look === 'icon' ? 28 : undefined,
    height: look === 'icon' ? 28 : 18,
    border: look === 'badge' ? `1px solid ${color.lineStrong}` : 0,
    borderRadius: look === 'icon' ? radius.control : radius.small,
    background: 'none',
    color: color.text2,
    ...(look === 'icon' ? null : { ...monoText, fontSize: 12, lineHeight: '16px' }),
    cursor: 'pointer',
    verticalAlign: 'middle',
    '&:hover': { color: color.text, background: look === 'icon' ? color.press : 'none' },
    // A request id is longer than a line on narrow screens.
    [narrow]: look === 'icon' ? { width: 36, height: 36 } : { height: 'auto', minHeight: 24 },
  }),
);

/** Copies a text and confirms with a tick. */
export function CopyButton({ text, label, shown, bare = false }: CopyButtonProps) {
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
  return (
    <Tip text={says} names>
      <Root
        type="button"
        look={shown === undefined ? 'icon' : bare ? 'bare' : 'badge'}
        aria-label={shown === undefined ? says : `${says}: ${shown}`}
        onClick={(event) => {
          event.stopPropagation();
          void copy();
        }}
      >
        {shown}
        <Icon
          path={state === 'copied' ? mdiCheck : mdiContentCopy}
          size={shown === undefined ? 16 : 12}
          {...(state === 'copied' ? { color: meaningColor.good.main } : null)}
        />
      </Root>
    </Tip>
  );
}
