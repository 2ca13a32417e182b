import { mdiChevronDown } from '@mdi/js';
import type { Ref } from 'react';
import { Icon } from '../display/icon.tsx';
import { Spinner } from '../layout/skeleton.tsx';
import { styled } from '../theme/styled.ts';
import { Tag, type TagTone } from '../display/tag.tsx';
import { Tip } from './tip.tsx';
import { narrow } from '../theme/tokens.ts';

interface TagButtonProps {
  tone: TagTone;
  /** The current value. */
  label: string;
  /** What it is the value of; read before it. */
  name: string | undefined;
  pending: boolean;
  disabledReason: string | null | undefined;
  popoverTarget: string;
  'aria-haspopup': 'menu';
  'aria-expanded': boolean;
  ref: Ref<HTMLButtonElement>;
}

const Root = styled('button')({
  padding: 0,
  border: 0,
  borderRadius: 4,
  background: 'none',
  cursor: 'pointer',
  '& > span': { pointerEvents: 'none' },
  '&:hover > span': { filter: 'brightness(1.2)' },
  '&[aria-disabled="true"]': { cursor: 'not-allowed', opacity: 0.7 },
  [narrow]: { padding: '10px 0' },
});

/** A tag that opens a menu: the current value of a choice beside a title. */
export function TagButton({ tone, label, name, pending, disabledReason, popoverTarget, ...rest }: TagButtonProps) {
  const blocked = pending || Boolean(disabledReason);
  return (
    <Tip text={disabledReason}>
      <Root
        type="button"
        {...rest}
        aria-label={name === undefined ? undefined : `${name}: ${label}`}
        aria-disabled={blocked || undefined}
        aria-busy={pending || undefined}
        popoverTarget={blocked ? undefined : popoverTarget}
      >
        <Tag tone={tone}>
          {label}
          {pending ? <Spinner size={10} aria-hidden /> : <Icon path={mdiChevronDown} size={12} />}
        </Tag>
      </Root>
    </Tip>
  );
}
