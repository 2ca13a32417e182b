import { mdiLogin, mdiRefresh } from '@mdi/js';
import { styled } from '../../ui/styled.ts';
import type { ApiError } from '../../lib/api-error.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { color, narrow, radius, shadow } from '../../ui/tokens.ts';
import { Logo } from '../shell/logo.tsx';
import { Orbits } from './orbits.tsx';
import { useSession, useSessionState } from './session-context.ts';

const Stage = styled('main')({
  minHeight: '100vh',
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  placeItems: 'center',
  padding: 16,
  background: `radial-gradient(620px 520px at 50% 46%, #151823 0, ${color.bg} 100%) ${color.bg}`,
});
const Card = styled(Panel)({
  position: 'relative',
  boxShadow: shadow.dialog,
  width: 424,
  maxWidth: '100%',
  minHeight: 248,
  padding: 32,
  borderRadius: radius.dialog,
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: 8,
  textAlign: 'center',
  [narrow]: { padding: 24 },
  '& h1': { fontSize: 20, lineHeight: '28px', fontWeight: 620, letterSpacing: '-.018em', marginTop: 8 },
  '& p': { fontSize: 14, lineHeight: '20px', color: color.text2 },
});
const Tile = styled('div')({
  display: 'grid',
  placeItems: 'center',
  width: 48,
  height: 48,
  borderRadius: 10,
  border: `1px solid ${color.lineStrong}`,
  background: color.raised,
});
const Foot = styled('div')({ display: 'flex', flexDirection: 'column', gap: 12, width: '100%', marginTop: 16 });

/** The way in: checks the sign-in by itself, except after Logout, and says how that went. */
export function LandingPage() {
  const session = useSession();
  const state = useSessionState();
  const check = () => void session.check();
  return (
    <Stage>
      <Orbits />
      <Card aria-label="Sign-in">
        <Tile>
          <Logo />
        </Tile>
        <h1>Mission Control</h1>
        {state.status === 'idle' && state.loggedOut ? (
          <>
            <p>You are logged out.</p>
            <Foot>
              <ActionButton variant="primary" icon={mdiLogin} block onClick={check}>
                Log in
              </ActionButton>
            </Foot>
          </>
        ) : null}
        {state.status === 'error' ? <Failure error={state.error} onRetry={check} /> : null}
        {state.status === 'loading' || state.status === 'success' || (state.status === 'idle' && !state.loggedOut) ? (
          <Waiting text="Checking your sign-in" />
        ) : null}
      </Card>
    </Stage>
  );
}

function Failure({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  if (error.status === 403) return <Waiting text="Going to the sign-in page" />;
  return (
    <>
      <p role="alert">Your sign-in could not be checked. {error.message}</p>
      <Foot>
        <ActionButton variant="primary" icon={mdiRefresh} block onClick={onRetry}>
          Retry
        </ActionButton>
        {error.requestId === null ? null : (
          <div>
            <CopyButton text={error.requestId} label="Copy request id" shown={`req ${error.requestId}`} bare />
          </div>
        )}
      </Foot>
    </>
  );
}

function Waiting({ text }: { text: string }) {
  return (
    <>
      <p role="status">{text}</p>
      <Foot style={{ alignItems: 'center' }}>
        <Spinner size={20} aria-hidden />
      </Foot>
    </>
  );
}
