import type { PlaceRow, ServerRow } from '@mission-control/contract/environments/calls';
import { countText } from '@mission-control/contract/numbers';
import { mdiServer, mdiServerOff } from '@mdi/js';
import { pathTo } from '../../../lib/address/path-to.ts';
import { CopyButton } from '../../../ui/action/copy-button.tsx';
import { Link } from '../../../ui/action/link.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { StatePanel } from '../../../ui/layout/state-panel.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color } from '../../../ui/theme/tokens.ts';
import { DriftCounts } from './place-columns.tsx';

const Grid = styled('div')({ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(240px, 1fr))', gap: 12 });
const Facts = styled('div')({
  display: 'flex',
  justifyContent: 'space-between',
  flexWrap: 'wrap',
  gap: '4px 12px',
  fontSize: 13,
  color: color.text2,
});
const Host = styled('span')({ overflowWrap: 'anywhere' });

/** The servers of an environment. Each one serves all its tenants. */
export function ServerCards({ servers, places }: { servers: readonly ServerRow[]; places: readonly PlaceRow[] }) {
  const tenants = new Set(places.filter(({ role }) => role !== 'sns').map((one) => one.tenant_id)).size;
  if (servers.length === 0)
    return (
      <Panel>
        <StatePanel icon={mdiServerOff} title="No servers">
          Commits of configs that live here reach no server until one is added.
        </StatePanel>
      </Panel>
    );
  return (
    <Grid>
      {servers.map(({ host, missing, changed }) => (
        <Card
          key={host}
          title={<Host>{host}</Host>}
          mark={<Icon path={mdiServer} size={20} />}
          actions={<CopyButton text={host} label={`Copy host ${host}`} />}
        >
          <Facts>
            <span>{countText(tenants, 'tenant')}</span>
            <Link href={pathTo('/timeline', null, { server: host })}>Timeline</Link>
            <DriftCounts missing={missing} changed={changed} q={host} />
          </Facts>
        </Card>
      ))}
    </Grid>
  );
}
