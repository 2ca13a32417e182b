import { useRef, useId, type ReactNode } from 'react';
import { styled } from '../theme/styled.ts';
import { Tip } from '../action/tip.tsx';
import { color, forcedColors, meaningColor, narrow } from '../theme/tokens.ts';

export interface SwitchState {
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** The change is in flight: further clicks are ignored. */
  pending?: boolean;
  /** `warn` for a state that should not last, such as maintenance. */
  tone?: 'accent' | 'warn';
  /** Why it cannot be changed. */
  disabledReason?: string | null | undefined;
}

interface SwitchProps extends SwitchState {
  id?: string;
  'aria-label'?: string;
  'aria-labelledby'?: string;
  'aria-describedby'?: string | undefined;
}

const Track = styled('input', ['tone'])<{ tone: 'accent' | 'warn' }>(({ tone }) => ({
  appearance: 'none',
  width: 28,
  height: 16,
  margin: 0,
  flex: 'none',
  position: 'relative',
  borderRadius: 8,
  background: color.raised,
  boxShadow: `inset 0 0 0 1px ${color.control}`,
  cursor: 'pointer',
  transition: 'background-color 120ms ease-out',
  '&::after': {
    content: '""',
    position: 'absolute',
    left: 3,
    top: 3,
    width: 10,
    height: 10,
    borderRadius: '50%',
    background: color.text2,
    transition: 'transform 120ms ease-out',
  },
  '&:checked': { background: tone === 'warn' ? meaningColor.warn.main : color.accentFill, boxShadow: 'none' },
  '&:checked::after': { transform: 'translateX(12px)', background: tone === 'warn' ? color.onWarn : color.onAccent },
  '&[aria-disabled="true"]': { cursor: 'not-allowed', opacity: 0.55 },
  '&[aria-busy="true"]': { cursor: 'progress', opacity: 0.7 },
  '&[aria-busy="true"]::after': {
    background: 'transparent',
    border: `2px solid ${color.text}`,
    boxSizing: 'border-box',
  },
  '&:focus-visible': { boxShadow: `0 0 0 2px ${color.bg}, 0 0 0 4px ${color.accent}` },
  // Touch needs a larger target than the 16 px track.
  '&::before': { content: '""', position: 'absolute', inset: '-8px -4px' },
  [forcedColors]: {
    border: '1px solid',
    '&::after': { background: 'ButtonText' },
    '&:checked::after': { background: 'Highlight' },
  },
}));

/** Clicks within this time count as one: a double click must neither revert nor repeat the change. */
const ONE_CLICK_MS = 300;

/** On or off, 28 x 16 px. Name it with a label or aria-label. */
export function Switch({ checked, onChange, pending, tone = 'accent', disabledReason, ...names }: SwitchProps) {
  const blocked = Boolean(pending) || Boolean(disabledReason);
  const changedAt = useRef(Number.NEGATIVE_INFINITY);
  return (
    <Tip text={disabledReason}>
      <Track
        type="checkbox"
        role="switch"
        tone={tone}
        checked={checked}
        aria-checked={checked}
        aria-busy={pending || undefined}
        aria-disabled={blocked || undefined}
        onChange={(event) => {
          // The second click of a double click on the page before this one.
          const isLanding = (event.nativeEvent as UIEvent).detail > 1 && changedAt.current < 0;
          if (blocked || isLanding || event.timeStamp - changedAt.current < ONE_CLICK_MS) return;
          changedAt.current = event.timeStamp;
          onChange(event.target.checked);
        }}
        {...names}
      />
    </Tip>
  );
}

const Row = styled('div')({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 12,
  minHeight: 44,
  fontSize: 14,
  lineHeight: '20px',
  '& label': { flex: 1, cursor: 'pointer' },
  '& label span': { display: 'block' },
  '& label span + span': { fontSize: 12, lineHeight: '16px', color: color.text3 },
});

interface SwitchRowProps extends SwitchState {
  label: string;
  detail?: ReactNode;
  /** A control before the switch. */
  action?: ReactNode;
}

/** A switch in a card: name, current effect, and the switch at the right. */
export function SwitchRow({ label, detail, action, ...state }: SwitchRowProps) {
  const id = useId();
  return (
    <Row>
      {/* The whole text toggles the switch; only the label names it. */}
      <label htmlFor={id}>
        <span id={`${id}-name`}>{label}</span>
        {detail ? <span id={`${id}-detail`}>{detail}</span> : null}
      </label>
      {action}
      <Switch
        {...state}
        id={id}
        aria-labelledby={`${id}-name`}
        aria-describedby={detail ? `${id}-detail` : undefined}
      />
    </Row>
  );
}

const Root = styled('label')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 8,
  fontSize: 13,
  color: color.text,
  whiteSpace: 'nowrap',
  cursor: 'pointer',
  [narrow]: { minHeight: 40 },
});

/** A switch with its label at the right, in one line. */
export function LabelledSwitch({ label, ...state }: SwitchState & { label: string }) {
  return (
    <Root>
      <Switch {...state} />
      <span>{label}</span>
    </Root>
  );
}
