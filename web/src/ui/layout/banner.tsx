import { mdiAlert, mdiCheckCircle, mdiCloseCircle, mdiInformation, mdiPauseCircleOutline, mdiRefresh } from '@mdi/js';
import { ActionButton } from '../action/action-button.tsx';
import { styled } from '../theme/styled.ts';
import { useState, type ReactNode } from 'react';
import { Icon } from '../display/icon.tsx';
import { color, meaningColor, narrow, radius, type Meaning } from '../theme/tokens.ts';

interface BannerProps {
  meaning: Meaning;
  /** The fact, in bold. */
  title?: ReactNode;
  /** The explanation, quieter. */
  children?: ReactNode;
  /** One link or button at the right. */
  action?: ReactNode;
  icon?: string;
  /** Announce it when it appears, and what changes in it later, except times. */
  live?: boolean;
}

const icons = {
  good: mdiCheckCircle,
  notice: mdiInformation,
  warn: mdiAlert,
  bad: mdiCloseCircle,
  off: mdiPauseCircleOutline,
} as const;

const Root = styled('div', ['meaning'])<{ meaning: Meaning }>(({ meaning }) => {
  const { main, tint, line } = meaningColor[meaning];
  return {
    display: 'flex',
    alignItems: 'flex-start',
    gap: 10,
    padding: '10px 12px',
    borderRadius: radius.card,
    border: `1px solid ${line}`,
    background: `linear-gradient(${tint}, ${tint}), ${color.bg}`,
    fontSize: 13,
    color: color.text2,
    '& > svg': { marginTop: 2, color: main },
    '& strong': { fontWeight: 600, color: color.text },
    '& > div': { flex: 1, minWidth: 0, overflowWrap: 'anywhere' },
    [narrow]: { flexWrap: 'wrap', '& > div': { flex: '1 1 calc(100% - 40px)', minWidth: 0 } },
  };
});

/** A fact about the whole page: icon, bold fact, explanation, one link. */
export function Banner({ meaning, title, children, action, icon = icons[meaning], live = false }: BannerProps) {
  return (
    <Root meaning={meaning} {...(live ? { role: meaning === 'bad' ? 'alert' : 'status', 'aria-atomic': false } : null)}>
      <Icon path={icon} />
      <div>
        {title ? <strong>{title}</strong> : null} {children}
      </div>
      {action}
    </Root>
  );
}

interface RetryBannerProps {
  /** The result of a query. */
  query: {
    data: unknown;
    error: { readonly messages: readonly string[] } | null;
    isFetching: boolean;
    refetch: () => unknown;
  };
  /** What could not be loaded, as a sentence. */
  title: string;
}

/** Reports that a part of a page could not be loaded, such as the choices of a field; nothing while there is data. */
export function RetryBanner({ query: { data, error, isFetching, refetch }, title }: RetryBannerProps) {
  const [last, setLast] = useState(error);
  if (error !== null && error !== last) setLast(error);
  // While it is loaded again, a query without data has no error: the banner stays, and its button keeps the focus.
  const shown = error ?? (isFetching ? last : null);
  if (shown === null || data !== undefined) return null;
  return (
    <Banner
      live
      meaning="bad"
      title={title}
      action={
        <ActionButton size="small" icon={mdiRefresh} pending={isFetching} onClick={() => void refetch()}>
          Retry
        </ActionButton>
      }
    >
      {shown.messages.join(' ')}
    </Banner>
  );
}
