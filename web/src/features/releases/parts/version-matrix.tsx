import { mdiArrowUpThin, mdiProgressUpload } from '@mdi/js';
import {
  RELEASE_ENVS,
  releaseEnvLabel,
  type ReleaseApp,
  type ReleaseEnv,
  type ReleaseService,
} from '@mission-control/contract/releases/catalogue';
import type { CallResponse } from '@mission-control/contract/call';
import type { listCurrentVersions } from '@mission-control/contract/releases/calls';
import type { CurrentVersion, DeployLock } from '@mission-control/contract/releases/schema';
import { findService } from '@mission-control/contract/catalogue';
import { useMemo } from 'react';
import type { QueryState } from '../../../lib/query/query-page.tsx';
import { QueryTable } from '../../../lib/query/query-table.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { Mono } from '../../../ui/display/mono.tsx';
import { RelativeTime } from '../../../ui/display/relative-time.tsx';
import { ServiceBlock } from '../../../ui/layout/service-block.tsx';
import { StatusChip } from '../../../ui/display/status-chip.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import type { Column } from '../../../ui/table/table-column.ts';
import { color, meaningColor, narrow } from '../../../ui/theme/tokens.ts';
import { isNewer, rowsOf } from '../release-targets.ts';

interface VersionCellProps {
  current: CurrentVersion | null;
  /** The same service's version on Production. */
  production: string | null;
  /** Set while a deploy is in progress there. */
  lock: DeployLock | null;
}

const Cell = styled('span')({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  gap: '0 6px',
  minWidth: 0,
  lineHeight: '16px',
  fontSize: 12,
  color: color.text3,
  '& > [data-version]': { color: color.text },
  '& > time': { flexBasis: '100%' },
  '& > [data-next]': { display: 'flex', alignItems: 'center', gap: 4, color: meaningColor.notice.main },
  '& > [data-newer]': { display: 'grid', margin: '0 -2px 0 -4px', color: color.accent },
});

/** Version of a service on an environment, its age, and any deploy in progress. */
function VersionCell({ current, production, lock }: VersionCellProps) {
  const version = current?.version ?? null;
  const newer = version !== null && production !== null && isNewer(version, production);
  return (
    <Cell>
      {version === null ? (
        lock === null ? (
          'not deployed'
        ) : null
      ) : (
        <Mono small data-version title={current?.deployed_by ? `Deployed by ${current.deployed_by}` : undefined}>
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
    </Cell>
  );
}

/** Tenant services that are released under other names. */
const TENANT_SERVICES: Readonly<Record<string, string>> = {
  'coursepro-only': 'coursepro',
  'home-portal': 'homeportal',
  strive: 'strive',
  'strive-api': 'strive',
  'strive-client': 'strive',
  'insight-uk': 'insight',
  'insight-us': 'insight',
};

/** The letter block of a release service; a tenant service has its usual one. */
function ServiceMark({ service }: { service: ReleaseService }) {
  const known = findService(TENANT_SERVICES[service.value] ?? '');
  return (
    <ServiceBlock letter={known?.letter ?? service.app.charAt(0).toUpperCase()} hue={known?.slug ?? service.app} />
  );
}

interface VersionMatrixProps {
  /** Null: all apps. */
  app: ReleaseApp | null;
  /** The environment chosen in the form. */
  env: ReleaseEnv | null;
  query: QueryState<CallResponse<typeof listCurrentVersions>>;
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

/** Deployed versions by service and environment, with their age [DEP-02]. */
export function VersionMatrix({ app, env, query }: VersionMatrixProps) {
  const { data } = query;
  const columns = useMemo(() => columnsOf(app, env, data?.versions ?? [], data?.locks ?? []), [app, env, data]);
  return (
    <Root>
      <QueryTable
        label="Current versions"
        columns={columns}
        query={query}
        rows={() => rowsOf(app)}
        getRowId={(service) => service.value}
        pageSize={data ? 20 : 5}
        errorTitle="The current versions could not be loaded"
        empty={null}
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
    text: ({ value }) => at(value, env)?.version,
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
      text: (service) => nameOf(service, app),
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

/** Prefixes the app where services of all apps are listed. */
function nameOf({ app, label, value }: ReleaseService, shown: ReleaseApp | null): string {
  return shown !== null || value === app || app === 'coursepro' ? label : `${app} ${label}`;
}
