import { mdiSwapHorizontal } from '@mdi/js';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { LoadingPanel } from '../../../ui/loading-panel.tsx';
import { ReadError } from '../../../ui/read-error.tsx';
import { StatePanel } from '../../../ui/state-panel.tsx';
import { Exchange } from '../parts/exchange.tsx';
import { Beside } from '../parts/beside.tsx';
import { Columns } from '../parts/columns.ts';
import { MethodPanel } from '../parts/method-panel.tsx';
import { ProductionDialog } from '../parts/production-dialog.tsx';
import { useFirstFault } from '../use-first-fault.ts';
import { useSandbox } from '../use-sandbox.ts';

/** The SOAP sandbox, inside of a tenant's page: /tenant/{id}/sandbox. */
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
  if (methods.error && !methods.data)
    return (
      <ReadError
        framed
        title="The SOAP methods could not be read"
        error={methods.error}
        retrying={methods.isFetching}
        onRetry={() => void methods.refetch()}
      />
    );
  return (
    <Columns>
      {methods.data ? (
        <MethodPanel sandbox={sandbox} onSubmit={submit} />
      ) : (
        <LoadingPanel label="Reading the methods" />
      )}
      <Beside news={sandbox.news}>
        <Outcome sandbox={sandbox} onSend={submit} />
      </Beside>
      <ProductionDialog
        open={asking}
        tenantName={tenant?.tenant_name ?? 'The tenant'}
        method={method}
        onConfirm={(always) => {
          setTrusted(always);
          setAsking(false);
          sandbox.send();
        }}
        onClose={() => setAsking(false)}
      />
    </Columns>
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
