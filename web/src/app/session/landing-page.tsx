import { mdiLogin, mdiRefresh } from '@mdi/js';
import type { ApiError } from '../../lib/api/api-error.ts';
import { ActionButton } from '../../ui/action/action-button.tsx';
import { CopyButton } from '../../ui/action/copy-button.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { Spinner } from '../../ui/layout/skeleton.tsx';
import { styled } from '../../ui/theme/styled.ts';
import { color, narrow, radius, shadow, chartColor, meaningColor } from '../../ui/theme/tokens.ts';
import { Logo } from '../shell/logo.tsx';
import { useSession, useSessionState } from './session-context.ts';

const Sky = styled('svg')({ position: 'fixed', inset: 0, width: '100%', height: '100%', pointerEvents: 'none' });

const RINGS = [230, 330, 450, 590, 750, 930];
const BODIES = [
  { cx: 980, cy: 226.8, fill: meaningColor.good.main },
  { cx: 322.7, cy: 641.3, fill: chartColor[0] },
  { cx: 1259, cy: 670, fill: chartColor[2] },
  { cx: 40.3, cy: 113, fill: meaningColor.warn.main },
] as const;

/** The orbits in the background, as on the sign-in page. */
function Orbits() {
  return (
    <Sky viewBox="0 0 1440 900" preserveAspectRatio="xMidYMid slice" aria-hidden>
      <g fill="none" stroke={color.accent}>
        {RINGS.map((r, at) => (
          <circle key={r} cx="720" cy="430" r={r} strokeOpacity={0.16 - at * 0.02} />
        ))}
      </g>
      {BODIES.map((body) => (
        <circle key={body.cx} {...body} r="4" />
      ))}
    </Sky>
  );
}

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

/** The landing page: checks the sign-in automatically, except after Logout, and shows the result. */
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
