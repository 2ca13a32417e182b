import { mdiArrowUpThin, mdiProgressUpload } from '@mdi/js';
import type { CurrentVersion, DeployLock } from '@mission-control/contract/releases/schema';
import { Icon } from '../../../ui/display/icon.tsx';
import { Mono } from '../../../ui/display/mono.tsx';
import { RelativeTime } from '../../../ui/display/relative-time.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color, meaningColor } from '../../../ui/theme/tokens.ts';
import { isNewer } from '../newer-version.ts';

interface VersionCellProps {
  current: CurrentVersion | null;
  /** The same service's version on Production. */
  production: string | null;
  /** Set while a deploy is in progress there. */
  lock: DeployLock | null;
}

const Root = styled('span')({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: '0 6px',
  minWidth: 0,
  lineHeight: '16px',
  fontSize: 12,
  color: color.text3,
  '& > [data-version]': { color: color.text },
  '& > [data-next]': { display: 'flex', alignItems: 'center', gap: 4, color: meaningColor.notice.main },
  '& > [data-newer]': { display: 'grid', margin: '0 -2px 0 -4px', color: color.accent },
});

/** Version of a service on an environment, its age, and any deploy in progress. */
export function VersionCell({ current, production, lock }: VersionCellProps) {
  const version = current?.version ?? null;
  const newer = version !== null && production !== null && isNewer(version, production);
  return (
    <Root>
      {version === null ? (
        lock === null ? (
          'not deployed'
        ) : null
      ) : (
        <Mono small data-version title={whoText(current)}>
          {version}
        </Mono>
      )}
      {lock !== null ? (
        <span data-next>
          <Icon path={mdiProgressUpload} size={14} label={lock.rollback ? 'Being rolled back to' : 'Being deployed'} />
          <Mono small>{lock.version}</Mono>
        </span>
      ) : (
        <>
          {newer ? (
            <span data-newer>
              <Icon path={mdiArrowUpThin} size={14} label="Newer than Production" />
            </span>
          ) : null}
          {current?.deployed_at ? <RelativeTime at={current.deployed_at} /> : null}
        </>
      )}
    </Root>
  );
}

function whoText(current: CurrentVersion | null): string | undefined {
  return current?.deployed_by ? `Deployed by ${current.deployed_by}` : undefined;
}
