import { mdiKeyOutline, mdiLogin, mdiRefresh } from '@mdi/js';
import { debugTokens } from '@mission-control/contract/auth/calls';
import { useQuery } from '@tanstack/react-query';
import { api, credentials } from '../lib/api/api.ts';
import { QueryPage } from '../lib/query/query-page.tsx';
import { ActionButton } from '../ui/action/action-button.tsx';
import { Banner } from '../ui/layout/banner.tsx';
import { PageFrame } from '../ui/layout/page-frame.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { Skeleton } from '../ui/layout/skeleton.tsx';
import { StatePanel } from '../ui/layout/state-panel.tsx';
import { useSessionState } from './session/session-context.ts';

/** Sends this tab's tokens to the server, which stores neither (C-052). @throws ApiError */
async function checkTokens(): Promise<readonly string[]> {
  const kept = credentials.read();
  const body = { token: kept?.token ?? null, refresh_token: kept?.refreshToken ?? null };
  return (await api.send(debugTokens, { body })).warnings;
}

/** The server's warnings about this tab's tokens. Nothing is sent while there are none. */
export function DebugPage() {
  const signedIn = useSessionState().status === 'success';
  const query = useQuery({
    queryKey: ['debugTokens'],
    queryFn: checkTokens,
    enabled: signedIn,
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  });
  if (!signedIn) return <NoTokens />;
  return (
    <QueryPage
      title="Debug"
      actions={
        <ActionButton icon={mdiRefresh} pending={query.isFetching} onClick={() => void query.refetch()}>
          Check again
        </ActionButton>
      }
      query={query}
      errorTitle="The tokens could not be checked"
      loading={<Skeleton height={44} />}
      empty={null}
    >
      {(warnings) => <Warnings warnings={warnings} />}
    </QueryPage>
  );
}

function Warnings({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) {
    return (
      <Banner meaning="good" live title="The server accepts both tokens.">
        There are no warnings.
      </Banner>
    );
  }
  return warnings.map((warning) => <Banner key={warning} meaning="warn" live title={warning} />);
}

function NoTokens() {
  return (
    <PageFrame title="Debug">
      <Panel>
        <StatePanel
          icon={mdiKeyOutline}
          title="There are no tokens in this tab"
          actions={
            <ActionButton icon={mdiLogin} href="/">
              Log in
            </ActionButton>
          }
        >
          Log in first. This page then shows what is wrong with them.
        </StatePanel>
      </Panel>
    </PageFrame>
  );
}
