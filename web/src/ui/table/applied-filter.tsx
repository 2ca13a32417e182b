import { mdiClose } from '@mdi/js';
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
  return (
    <Root title={`${name} ${value}`}>
      <span>
        <i>{name}</i> {value}
      </span>
      <IconButton icon={mdiClose} label={removeLabel} size={20} onClick={onRemove} />
    </Root>
  );
}
