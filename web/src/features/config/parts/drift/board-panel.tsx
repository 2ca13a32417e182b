import { startBulk } from '@mission-control/contract/bulk/calls';
import type { Board } from '@mission-control/contract/config/drift';
import { compareServers } from '@mission-control/contract/config/calls';
import { configLabel } from '@mission-control/contract/config/kinds';
import { numberText } from '@mission-control/contract/numbers';
import { useQuery } from '@tanstack/react-query';
import { pathTo } from '../../../../lib/address/path-to.ts';
import { QueryView } from '../../../../lib/query/query-page.tsx';
import { useReadRefusal, useRoleRefusal } from '../../../../lib/role-refusal.ts';
import { ActionButton } from '../../../../ui/action/action-button.tsx';
import { SidePanel } from '../../../../ui/dialog/side-panel.tsx';
import { ExactTime, RelativeTime } from '../../../../ui/display/relative-time.tsx';
import { Skeleton } from '../../../../ui/layout/skeleton.tsx';
import { serversQuery } from '../../queries.ts';
import { boardBulkPath, cellOf, differenceText } from '../../state/board.ts';
import { BOARD_WORDS } from '../../state/drift-search.ts';
import { ServersOutcome } from '../commit/servers-screen.tsx';
import { Quiet, Stack, Wrap } from '../editor/layout.ts';
import type { OpenCell } from './board-columns.tsx';

interface BoardPanelProps {
  board: Board;
  open: OpenCell;
  onClose: () => void;
}

/** One config of the board: who saved what, which servers differ, and the difference on each of them. */
export function BoardPanel({ board, open: { tenantId, service }, onClose }: BoardPanelProps) {
  const tenant = board.tenants.find(({ tenant_id: id }) => id === tenantId);
  const state = tenant?.states[service];
  const readRefusal = useReadRefusal(compareServers, 'read the servers');
  const bulkRefusal = useRoleRefusal(startBulk, 'change many tenants');
  if (!tenant || !state) return null;
  const cell = cellOf(tenant, service);
  const differences = board.groups.filter((group) => group.service === service && group.tenants.includes(tenantId));
  const { waiting = null, hosts = [], found_at: foundAt = null } = cell ?? {};
  const choice = { config: service, tenants: [tenantId] };
  return (
    <SidePanel
      open
      title={`${tenant.tenant_name} ${configLabel(service)}`}
      detail={BOARD_WORDS[state].title}
      onClose={onClose}
      footer={
        <Wrap>
          <ActionButton href={pathTo('/tenant/$id/$kind/config', { id: tenantId, kind: service })}>
            Open config
          </ActionButton>
          {hosts.some(({ missing }) => !missing) ? (
            <ActionButton disabledReason={bulkRefusal} href={boardBulkPath('take-over', choice)}>
              Take over
            </ActionButton>
          ) : null}
          {state === 'committed' || state === 'nothing' ? null : (
            <ActionButton disabledReason={bulkRefusal} href={boardBulkPath('commit', choice)}>
              Commit
            </ActionButton>
          )}
        </Wrap>
      }
    >
      <Stack gap={12}>
        {waiting ? (
          <p>
            {`${waiting.changes === null ? 'Never committed' : `${waiting.changes} waiting`}, saved by ${waiting.by}, since `}
            <ExactTime at={waiting.since} />
          </p>
        ) : null}
        {foundAt === null ? null : (
          <p>
            {`${hosts.map(({ host, missing }) => (missing ? `${host} (no file)` : host)).join(', ')}, found `}
            <RelativeTime at={foundAt} />
          </p>
        )}
        {differences.length === 0 ? null : (
          <ul aria-label="Differences">
            {differences.map((group) => (
              <li key={group.id}>{`${differenceText(group)}, on ${numberText(group.tenants.length)}`}</li>
            ))}
          </ul>
        )}
        {readRefusal === null ? <OnServers id={tenantId} service={service} /> : <Quiet>{readRefusal}</Quiet>}
      </Stack>
    </SidePanel>
  );
}

/** The files as they are now, setting by setting. */
function OnServers({ id, service }: { id: number; service: OpenCell['service'] }) {
  return (
    <QueryView
      framed
      query={useQuery(serversQuery({ tenantId: id, kind: service }))}
      errorTitle="The servers could not be loaded"
      loading={<Skeleton height={96} role="status" aria-label="Loading the servers" />}
      empty={null}
    >
      {(data) => <ServersOutcome data={data} host={null} />}
    </QueryView>
  );
}
