import { mdiArrowUpThin, mdiProgressUpload } from '@mdi/js';
import {
  RELEASE_ENVS,
  releaseEnvLabel,
  type ReleaseApp,
  type ReleaseEnv,
  type ReleaseService,
} from '@mission-control/contract/releases/catalogue';
import type { CurrentVersion, DeployLock } from '@mission-control/contract/releases/schema';
import { useMemo } from 'react';
import { DataTable } from '../../../ui/data-table.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { styled } from '../../../ui/styled.ts';
import type { Column } from '../../../ui/table-column.ts';
import { color, meaningColor, narrow } from '../../../ui/tokens.ts';
import { rowsOf } from '../release-targets.ts';
import { ServiceMark } from './service-mark.tsx';
import { VersionCell } from './version-cell.tsx';

interface VersionMatrixProps {
  /** Null: all apps. */
  app: ReleaseApp | null;
  /** The environment that is chosen in the form. */
  env: ReleaseEnv | null;
  versions: readonly CurrentVersion[];
  locks: readonly DeployLock[];
  loading: boolean;
}

const Root = styled('div')({
  '& td:has([data-target]), & th:has([data-target])': { background: 'rgba(107,204,241,.055)' },
  '& th:has([data-target])': { color: color.text },
  '& td:first-of-type > span': { display: 'flex', alignItems: 'center', gap: 8, minWidth: 0 },
});
const Head = styled('div')({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: '4px 10px',
  padding: '8px 12px 8px 16px',
  minHeight: 48,
  borderBottom: `1px solid ${color.line}`,
  '& h2': { fontSize: 14, lineHeight: '20px', fontWeight: 600, letterSpacing: '-.01em' },
  '& > p': { display: 'flex', alignItems: 'center', gap: 4, fontSize: 12, color: color.text3 },
  '& > p:first-of-type': { marginLeft: 'auto' },
  [narrow]: { '& > p:first-of-type': { marginLeft: 0 } },
});

/** What runs where, service by environment, with its age [DEP-02]. */
export function VersionMatrix({ app, env, versions, locks, loading }: VersionMatrixProps) {
  const columns = useMemo(() => columnsOf(app, env, versions, locks), [app, env, versions, locks]);
  return (
    <Root>
      <DataTable
        label="Current versions"
        columns={columns}
        rows={loading ? [] : rowsOf(app)}
        getRowId={(service) => service.value}
        pageSize={loading ? 5 : 20}
        loading={loading}
        toolbar={<MatrixHead app={app} />}
      />
    </Root>
  );
}

function MatrixHead({ app }: { app: ReleaseApp | null }) {
  return (
    <Head>
      <h2>Current versions</h2>
      <StatusChip meaning="plain" variant="outline" size="small">
        {app ?? 'all apps'}
      </StatusChip>
      <p>
        <Icon path={mdiArrowUpThin} size={14} color={color.accent} />
        newer than Production
      </p>
      <p>
        <Icon path={mdiProgressUpload} size={14} color={meaningColor.notice.main} />
        being deployed
      </p>
    </Head>
  );
}

function columnsOf(
  app: ReleaseApp | null,
  chosen: ReleaseEnv | null,
  versions: readonly CurrentVersion[],
  locks: readonly DeployLock[],
): Column<ReleaseService>[] {
  const at = (service: string, env: string) => versions.find((one) => one.service === service && one.env === env);
  const columns = RELEASE_ENVS.map((env): Column<ReleaseService> => ({
    id: env,
    header: <span data-target={env === chosen || undefined}>{releaseEnvLabel(env)}</span>,
    narrowWidth: 150,
    cell: ({ value }) => (
      <span data-target={env === chosen || undefined}>
        <VersionCell
          current={at(value, env) ?? null}
          production={at(value, 'prod')?.version ?? null}
          lock={locks.find((lock) => lock.env === env && lock.parts.includes(value)) ?? null}
        />
      </span>
    ),
  }));
  return [
    {
      id: 'service',
      header: 'Service',
      width: 156,
      narrowWidth: 132,
      sticky: true,
      strong: true,
      cell: (service) => (
        <span>
          <ServiceMark service={service} />
          {nameOf(service, app)}
        </span>
      ),
    },
    ...columns,
  ];
}

/** Among all apps a service is told apart by its app. */
function nameOf({ app, label, value }: ReleaseService, shown: ReleaseApp | null): string {
  return shown !== null || value === app || app === 'coursepro' ? label : `${app} ${label}`;
}
