import { mdiAlert, mdiCheckCircle, mdiCloseCircle, mdiSourceCommit } from '@mdi/js';
import { styled } from '../theme/styled.ts';
import type { ReactNode } from 'react';
import { Icon } from '../display/icon.tsx';
import { color, meaningColor, radius, type Meaning } from '../theme/tokens.ts';

interface StateBoxProps {
  meaning: Exclude<Meaning, 'off'>;
  /** The state; wrap the fact in <strong>. */
  title: ReactNode;
  /** Who and when. */
  detail?: ReactNode;
  icon?: string;
}

const icons = { good: mdiCheckCircle, notice: mdiSourceCommit, warn: mdiAlert, bad: mdiCloseCircle } as const;

const Root = styled('div', ['meaning'])<{ meaning: Exclude<Meaning, 'off'> }>(({ meaning }) => ({
  display: 'flex',
  gap: 10,
  padding: '7px 12px 7px 10px',
  borderRadius: radius.control,
  border: `1px solid ${meaning === 'good' ? color.line : meaningColor[meaning].line}`,
  fontSize: 13,
  lineHeight: '18px',
  '& > svg': { marginTop: 1, color: meaningColor[meaning].main },
  '& p': { fontSize: 12, lineHeight: '16px', color: color.text3 },
  '& strong': { fontWeight: 600 },
}));

/** The one state at the bottom of a card: in step, changes waiting, changed elsewhere. */
export function StateBox({ meaning, title, detail, icon = icons[meaning] }: StateBoxProps) {
  return (
    <Root meaning={meaning}>
      <Icon path={icon} />
      <div>
        <div>{title}</div>
        {detail ? <p>{detail}</p> : null}
      </div>
    </Root>
  );
}
