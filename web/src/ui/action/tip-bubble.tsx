import { styled } from '../theme/styled.ts';
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { placeBeside, type Side } from './placing.ts';
import { color, radius, shadow } from '../theme/tokens.ts';

interface TipBubbleProps {
  id: string;
  anchor: HTMLElement;
  placement: Side;
  /** The pointer is on the bubble: keep it open. */
  onHold: () => void;
  onHide: () => void;
  children: ReactNode;
}

const Bubble = styled('span')({
  position: 'fixed',
  inset: 'auto',
  margin: 0,
  width: 'max-content',
  maxWidth: 'min(320px, calc(100vw - 16px))',
  padding: '6px 10px',
  border: `1px solid ${color.lineStrong}`,
  borderRadius: radius.control,
  background: color.tooltip,
  boxShadow: shadow.menu,
  color: color.text,
  fontSize: 12,
  lineHeight: '16px',
  fontWeight: 400,
  whiteSpace: 'normal',
  textAlign: 'left',
  overflowWrap: 'anywhere',
});

/** A tooltip bubble in the browser's top layer, where no dialog or scroll container clips it. */
export function TipBubble({ id, anchor, placement, onHold, onHide, children }: TipBubbleProps) {
  const bubble = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const element = bubble.current;
    if (!element) return;
    element.showPopover();
    const view = { width: document.documentElement.clientWidth, height: window.innerHeight };
    const { left, top } = placeBeside(
      anchor.getBoundingClientRect(),
      element.getBoundingClientRect(),
      view,
      placement,
      6,
    );
    element.style.left = `${left}px`;
    element.style.top = `${top}px`;
  }, [anchor, placement, children]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && onHide();
    document.addEventListener('keydown', onKey);
    window.addEventListener('scroll', onHide, true);
    return () => {
      document.removeEventListener('keydown', onKey);
      window.removeEventListener('scroll', onHide, true);
    };
  }, [onHide]);
  return (
    <Bubble ref={bubble} id={id} role="tooltip" popover="manual" onPointerEnter={onHold} onPointerLeave={onHide}>
      {children}
    </Bubble>
  );
}
