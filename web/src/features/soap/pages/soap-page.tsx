import { mdiSwapHorizontal, mdiSend } from '@mdi/js';
import { useParams } from '@tanstack/react-router';
import { useState, useEffect, useRef, type ReactNode } from 'react';
import { QueryView } from '../../../lib/query/query-page.tsx';
import { Checkbox } from '../../../ui/field/checkbox.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { ReadError } from '../../../ui/layout/read-error.tsx';
import { Skeleton } from '../../../ui/layout/skeleton.tsx';
import { StatePanel } from '../../../ui/layout/state-panel.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { ToolForm } from '../../../ui/layout/tool-form.tsx';
import { Exchange } from '../parts/exchange.tsx';
import { MethodPanel } from '../parts/method-panel.tsx';
import { useSandbox } from '../use-sandbox.ts';

interface ProductionDialogProps {
  tenantName: string;
  method: string;
  /** @param always do not ask again on this page */
  onConfirm: (always: boolean) => void;
  onClose: () => void;
}

/** Asks before sending to production. */
function ProductionDialog({ tenantName, method, onConfirm, onClose }: ProductionDialogProps) {
  const [always, setAlways] = useState(false);
  return (
    <ConfirmDialog
      open
      title={`Send ${method} to production?`}
      confirmLabel="Send to production"
      confirmIcon={mdiSend}
      onConfirm={() => onConfirm(always)}
      onClose={onClose}
    >
      <p>
        {tenantName} is in production. If the method changes something, it changes what its customers see, and the
        console cannot take it back.
      </p>
      <Checkbox
        label="Do not ask again until this page is left"
        checked={always}
        onChange={(event) => setAlways(event.target.checked)}
      />
    </ConfirmDialog>
  );
}

const oneColumn = '@media (max-width:1100px)';
/** Heights above and below the scrolling part, in px. */
const BELOW_BAR = 64;
const ABOVE_END = 72;

/** Form and outcome beside each other, or stacked on narrow screens. */
const Columns = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0,5fr) minmax(0,7fr)',
  alignItems: 'start',
  gap: 16,
  '& > *': { minWidth: 0 },
  [oneColumn]: { gridTemplateColumns: 'minmax(0,1fr)' },
});

/** Sticks beside a long form. */
const Side = styled('div')({
  position: 'sticky',
  top: BELOW_BAR,
  maxHeight: `calc(100vh - ${BELOW_BAR + ABOVE_END}px)`,
  overflowY: 'auto',
  scrollMarginTop: 8,
  [oneColumn]: { position: 'static', maxHeight: 'none', overflowY: 'visible' },
});

/** Minimum visible height in px for the outcome to be noticed. */
const IN_SIGHT = 120;

/** The outcome's column; scrolls into view with a new outcome where it is below the form. */
function OutcomeColumn({ news, children }: { news: unknown; children: ReactNode }) {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (news === undefined || !root.current) return;
    const { top } = root.current.getBoundingClientRect();
    if (top > window.innerHeight - IN_SIGHT) root.current.scrollIntoView({ block: 'start' });
  }, [news]);
  return <Side ref={root}>{children}</Side>;
}

/** Focuses the first faulty field, once per failure. */
function useFirstFault(failure: object | null): void {
  useEffect(() => {
    if (failure !== null) document.querySelector<HTMLElement>('form [aria-invalid="true"]')?.focus();
  }, [failure]);
}

/** The SOAP sandbox, inside the tenant's page: /tenant/{id}/sandbox. */
export function SoapPage() {
  const { id = '' } = useParams({ strict: false });
  return <Sandbox key={id} tenantId={Number(id)} />;
}

function Sandbox({ tenantId }: { tenantId: number }) {
  const sandbox = useSandbox(tenantId);
  const { methods, method, production, tenant } = sandbox;
  const [asking, setAsking] = useState(false);
  const [trusted, setTrusted] = useState(false);
  useFirstFault(sandbox.faulty);
  const submit = (): void => {
    if (!sandbox.ready()) return;
    if (production && !trusted) setAsking(true);
    else sandbox.send();
  };
  const beside = (form: ReactNode) => (
    <Columns>
      {form}
      <OutcomeColumn news={sandbox.news}>
        <Outcome sandbox={sandbox} onSend={submit} />
      </OutcomeColumn>
      {asking ? (
        <ProductionDialog
          tenantName={tenant?.tenant_name ?? 'The tenant'}
          method={method}
          onConfirm={(always) => {
            setTrusted(always);
            setAsking(false);
            sandbox.send();
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </Columns>
  );
  return (
    <QueryView
      framed
      query={methods}
      errorTitle="The SOAP methods could not be loaded"
      loading={beside(
        <ToolForm label="Loading the methods" button={<Skeleton width={72} height={32} />} onSubmit={() => undefined}>
          {production ? <Skeleton height={58} /> : null}
          <Skeleton height={54} />
        </ToolForm>,
      )}
      empty={null}
    >
      {() => beside(<MethodPanel sandbox={sandbox} onSubmit={submit} />)}
    </QueryView>
  );
}

function Outcome({ sandbox, onSend }: { sandbox: ReturnType<typeof useSandbox>; onSend: () => void }) {
  const { method, outcome, view, show, sending } = sandbox;
  if (outcome === undefined)
    return (
      <StatePanel framed icon={mdiSwapHorizontal} title="Nothing sent yet">
        Timing, request, response and headers appear here.
      </StatePanel>
    );
  if (outcome.answer) return <Exchange method={method} sent={outcome.answer} view={view} onView={show} />;
  return <ReadError framed title={outcome.title} error={outcome} retrying={sending} onRetry={onSend} />;
}
