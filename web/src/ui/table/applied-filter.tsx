import { mdiClose } from '@mdi/js';
import type { MouseEvent } from 'react';
import { styled } from '../theme/styled.ts';
import { IconButton } from '../action/icon-button.tsx';
import { color, narrow, radius } from '../theme/tokens.ts';

interface AppliedFilterProps {
  name: string;
  value: string;
  onRemove: () => void;
  /** Name of the remove button; default: `Remove filter Service`. */
  removeLabel?: string;
}

const Root = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 4,
  height: 26,
  maxWidth: 280,
  padding: '0 2px 0 8px',
  borderRadius: radius.control,
  background: color.accentTint,
  border: `1px solid ${color.accentLine}`,
  fontSize: 12,
  color: color.onAvatar,
  whiteSpace: 'nowrap',
  '& > span': { overflow: 'hidden', textOverflow: 'ellipsis' },
  '& i': { fontStyle: 'normal', color: color.accentText },
  [narrow]: { height: 36 },
});

/** An active filter with a remove button. */
export function AppliedFilter({ name, value, onRemove, removeLabel = `Remove filter ${name}` }: AppliedFilterProps) {
  const remove = (event: MouseEvent<HTMLElement>) => {
    focusNeighbour(event);
    onRemove();
  };
  return (
    <Root data-filter title={`${name} ${value}`}>
      <span>
        <i>{name}</i> {value}
      </span>
      <IconButton icon={mdiClose} label={removeLabel} size={20} onClick={remove} />
    </Root>
  );
}

/** Moves the focus from the pressed button, which disappears, to the next filter or the one before, or else to what surrounds it. */
function focusNeighbour({ currentTarget }: MouseEvent<HTMLElement>): void {
  const filter = currentTarget.closest('[data-filter]');
  const around = currentTarget.closest<HTMLElement>('[role="dialog"], main');
  const filters = [...(around?.querySelectorAll('[data-filter]') ?? [])];
  const place = filters.findIndex((one) => one === filter);
  const near = filters[place + 1] ?? filters[place - 1];
  (near?.querySelector('button') ?? around)?.focus({ preventScroll: true });
}
