import { mdiCheckCircleOutline, mdiServerOff } from '@mdi/js';
import type { CallAnswer } from '@mission-control/contract/call';
import type { compareServers } from '@mission-control/contract/config/calls';
import { Banner } from '../../../ui/banner.tsx';
import { StatePanel } from '../../../ui/state-panel.tsx';
import { rowsFor, serverRemark } from '../state/compared.ts';
import { changesText } from '../state/save-diff.ts';
import { ComparedTable } from './compared-table.tsx';

interface ServersOutcomeProps {
  data: CallAnswer<typeof compareServers>;
  /** Only this server; null = all. */
  host: string | null;
}

/** What was found on the servers: remarks on single ones, then the settings that differ. */
export function ServersOutcome({ data, host }: ServersOutcomeProps) {
  const servers = data.servers.filter((server) => host === null || server.host === host);
  const rows = rowsFor(data.rows, host);
  const remarks = servers.flatMap((server) => {
    const remark = serverRemark(server, data.rows);
    return remark ? [{ host: server.host, ...remark }] : [];
  });
  const banners = remarks.map(({ host: name, meaning, title, text }) => (
    <Banner key={name} meaning={meaning} title={title}>
      {text}
    </Banner>
  ));
  if (rows.length > 0) {
    return (
      <>
        {banners}
        <ComparedTable rows={rows} data={data} />
      </>
    );
  }
  if (servers.length === 0) {
    return (
      <StatePanel framed icon={mdiServerOff} title="No servers: the service has no environment">
        Everything that is saved is committed.
      </StatePanel>
    );
  }
  const same = remarks.length === 0;
  return (
    <>
      {banners}
      <StatePanel framed icon={mdiCheckCircleOutline} title={same ? 'Everything is the same' : 'No setting differs'}>
        {same
          ? `What is saved is committed, and ${changesText(servers.length, 'server')} ${servers.length === 1 ? 'has' : 'have'} exactly this file.`
          : 'What is saved is committed, and so are the settings of every server that could be read.'}
      </StatePanel>
    </>
  );
}
