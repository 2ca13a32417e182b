import { mdiSend } from '@mdi/js';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Banner } from '../../../ui/banner.tsx';
import { FieldHelp } from '../../../ui/field-parts.ts';
import { Mono } from '../../../ui/mono.tsx';
import { ReadError } from '../../../ui/read-error.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ToolForm } from '../../../ui/tool-form.tsx';
import type { useSandbox } from '../use-sandbox.ts';
import { FormNodes } from './form-nodes.tsx';
import { MethodField } from './method-field.tsx';

interface MethodPanelProps {
  sandbox: ReturnType<typeof useSandbox>;
  onSubmit: () => void;
}

/** The method, its form, and the button that sends it. */
export function MethodPanel({ sandbox, onSubmit }: MethodPanelProps) {
  const { methods, method, production, tenant } = sandbox;
  const endpoint = methods.data?.methods.find(({ name }) => name === method)?.endpoint;
  return (
    <ToolForm
      label="SOAP request"
      button={
        <ActionButton
          type="submit"
          variant="primary"
          icon={mdiSend}
          pending={sandbox.sending}
          disabledReason={sandbox.blocked}
        >
          Send
        </ActionButton>
      }
      onSubmit={onSubmit}
    >
      {production && tenant ? (
        <Banner meaning="warn" title={`${tenant.tenant_name} is in production.`}>
          What is sent here is real.
        </Banner>
      ) : null}
      <MethodField methods={methods.data?.methods} value={method} onChange={sandbox.choose} />
      {endpoint === undefined ? null : (
        <FieldHelp style={{ overflowWrap: 'anywhere' }}>
          Goes to <Mono>{endpoint}</Mono>
        </FieldHelp>
      )}
      {method === '' ? null : <Fields sandbox={sandbox} />}
    </ToolForm>
  );
}

function Fields({ sandbox }: { sandbox: MethodPanelProps['sandbox'] }) {
  const { elements, nodes, form, change, outcome } = sandbox;
  if (elements.data && nodes.length === 0) return <FieldHelp>This method takes no values.</FieldHelp>;
  if (elements.data)
    return <FormNodes nodes={nodes} form={form} onChange={change} faults={outcome?.faults ?? {}} place={[]} />;
  if (!elements.error) return [0, 1, 2].map((line) => <Skeleton key={line} height={54} />);
  return (
    <ReadError
      title="The form could not be read"
      error={elements.error}
      retrying={elements.isFetching}
      onRetry={() => void elements.refetch()}
    />
  );
}
