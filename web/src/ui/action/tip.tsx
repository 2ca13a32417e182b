import {
  cloneElement,
  useEffect,
  useId,
  useState,
  type ReactElement,
  type ReactNode,
  type SyntheticEvent,
} from 'react';
import type { Side } from './placing.ts';
import { TipBubble } from './tip-bubble.tsx';

interface TipProps {
  /** Nothing is shown while empty. */
  text: ReactNode;
  placement?: Side;
  /** Whether the text is already the control's name (icon buttons), so that it is not read twice. */
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

/** A tooltip on hover and on keyboard focus; Esc hides it. The child must take event handlers. */
export function Tip({ text, placement = 'top', names = false, children }: TipProps) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [delay] = useState(createDelay);
  useEffect(() => () => delay.cancel(), [delay]);
  const later = (target: HTMLElement | null, after: number) => delay.run(() => setAnchor(target), after);
  const own = children.props;
  const shown = anchor !== null && Boolean(text);
  const child = cloneElement(children, {
    'aria-describedby': shown && !names ? id : own['aria-describedby'],
    onPointerEnter: (event) => {
      own.onPointerEnter?.(event);
      later(event.currentTarget, SHOW_AFTER);
    },
    onPointerLeave: (event) => {
      own.onPointerLeave?.(event);
      later(null, HIDE_AFTER);
    },
    onFocus: (event) => {
      own.onFocus?.(event);
      if (event.currentTarget.matches(':focus-visible')) later(event.currentTarget, 0);
    },
    onBlur: (event) => {
      own.onBlur?.(event);
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
