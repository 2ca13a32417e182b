import Tooltip from '@mui/material/Tooltip';
import type { ReactElement, ReactNode } from 'react';

interface TipProps {
  /** Nothing is shown while it is empty. */
  text: ReactNode;
  placement?: 'top' | 'bottom' | 'left' | 'right';
  /** True where the tip names the control (icon buttons), false where it adds to its name. */
  names?: boolean;
  children: ReactElement;
}

/** A tooltip on hover and on keyboard focus. */
export function Tip({ text, placement = 'top', names = false, children }: TipProps) {
  return (
    <Tooltip title={text ?? ''} placement={placement} describeChild={!names}>
      {children}
    </Tooltip>
  );
}
