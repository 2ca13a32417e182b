import {
  cloneElement,
  useEffect,
  useId,
  useState,
  type ReactElement,
  type ReactNode,
  type SyntheticEvent,
  useLayoutEffect,
  useRef,
} from 'react';
import { type Side, positionBeside } from './position.ts';
import { styled } from '../theme/styled.ts';
import { color, radius, shadow } from '../theme/tokens.ts';

interface TipProps {
  /** Nothing is shown while empty. */
  text: ReactNode;
  placement?: Side;
  /** The text is also the control's accessible name (icon buttons), so it is not announced again as its description. */
  names?: boolean;
  children: ReactElement<AnchorProps>;
}

type AnchorHandler = (event: SyntheticEvent<HTMLElement>) => void;
interface AnchorProps {
  'aria-describedby'?: string | undefined;
  onPointerEnter?: AnchorHandler | undefined;
  onPointerLeave?: AnchorHandler | undefined;
  onFocus?: AnchorHandler | undefined;
  onBlur?: AnchorHandler | undefined;
}

const SHOW_AFTER = 300;
const HIDE_AFTER = 100;

/** A tooltip on hover and on keyboard focus; Esc hides it. The child must accept event handlers. */
export function Tip({ text, placement = 'top', names = false, children }: TipProps) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [delay] = useState(createDelay);
  useEffect(() => () => delay.cancel(), [delay]);
  const later = (target: HTMLElement | null, after: number) => delay.run(() => setAnchor(target), after);
  const { props } = children;
  const shown = anchor !== null && Boolean(text);
  const child = cloneElement(children, {
    'aria-describedby': shown && !names ? id : props['aria-describedby'],
    onPointerEnter: (event) => {
      props.onPointerEnter?.(event);
      later(event.currentTarget, SHOW_AFTER);
    },
    onPointerLeave: (event) => {
      props.onPointerLeave?.(event);
      later(null, HIDE_AFTER);
    },
    onFocus: (event) => {
      props.onFocus?.(event);
      if (event.currentTarget.matches(':focus-visible')) later(event.currentTarget, 0);
    },
    onBlur: (event) => {
      props.onBlur?.(event);
      later(null, 0);
    },
  });
  return (
    <>
      {child}
      {shown ? (
        <TipBubble
          id={id}
          anchor={anchor}
          placement={placement}
          onHold={() => delay.cancel()}
          onHide={() => later(null, 0)}
        >
          {text}
        </TipBubble>
      ) : null}
    </>
  );
}

/** A single timer; a new call replaces the pending one, and 0 ms runs at once. */
function createDelay() {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cancel = () => clearTimeout(timer);
  const run = (act: () => void, after: number) => {
    cancel();
    if (after === 0) act();
    else timer = setTimeout(act, after);
  };
  return { run, cancel };
}

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
    const { left, top } = positionBeside(
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
