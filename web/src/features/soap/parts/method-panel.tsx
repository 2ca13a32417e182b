import { mdiSend } from '@mdi/js';
import { foldName } from '@mission-control/contract/search/rules';
import type { SoapMethod } from '@mission-control/contract/soap/schema';
import { QueryView } from '../../../lib/query/query-page.tsx';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { Banner } from '../../../ui/layout/banner.tsx';
import { ChoiceField } from '../../../ui/field/choice-field.tsx';
import { FieldHelp } from '../../../ui/field/field-parts.ts';
import { Mono } from '../../../ui/display/mono.tsx';
import { Skeleton } from '../../../ui/layout/skeleton.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color, font } from '../../../ui/theme/tokens.ts';
import { ToolForm } from '../../../ui/layout/tool-form.tsx';
import type { useSandbox } from '../use-sandbox.ts';
import { FormNodes } from './form-nodes.tsx';

interface MethodFieldProps {
  methods: readonly SoapMethod[] | undefined;
  /** '' for none. */
  value: string;
  onChange: (method: string) => void;
}

const Choice = styled('span')({
  '& > b': { display: 'block', fontFamily: font.mono, fontSize: 12.5, fontWeight: 500 },
  '& > small': { display: 'block', fontFamily: font.sans, fontSize: 12, lineHeight: '16px', color: color.text3 },
});

/** Selects a method by part of its name or description [SOAP-01]. */
function MethodField({ methods = [], value, onChange }: MethodFieldProps) {
  const chosen = methods.find(({ name }) => name === value) ?? null;
  const matches = (text: string): SoapMethod[] => {
    const wanted = foldName(text.trim());
    const found = methods.filter(({ name, description }) => foldName(`${name} ${description}`).includes(wanted));
    const named = found.filter(({ name }) => foldName(name).includes(wanted));
    return [...named, ...found.filter((method) => !named.includes(method))];
  };
  return (
    <ChoiceField<SoapMethod>
      label="Method"
      help={chosen?.description}
      listLabel="Methods"
      options={methods}
      value={chosen}
      onChange={(method) => onChange(method?.name ?? '')}
      nameOf={({ name }) => name}
      keyOf={({ name }) => name}
      matches={matches}
      renderOption={({ name, description }) => (
        <Choice>
          <b>{name}</b>
          {description === '' ? null : <small>{description}</small>}
        </Choice>
      )}
      placeholder={`Choose one of ${methods.length} methods`}
      noneText="No matching method."
      mono
    />
  );
}

interface MethodPanelProps {
  sandbox: ReturnType<typeof useSandbox>;
  onSubmit: () => void;
}

/** The method, its form and Send. */
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
          Requests affect the live system.
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
  return (
    <QueryView
      query={elements}
      errorTitle="The form could not be loaded"
      loading={[0, 1, 2].map((line) => (
        <Skeleton key={line} height={54} />
      ))}
      empty={{ when: () => nodes.length === 0, show: <FieldHelp>This method takes no values.</FieldHelp> }}
    >
      {() => <FormNodes nodes={nodes} form={form} onChange={change} faults={outcome?.faults ?? {}} place={[]} />}
    </QueryView>
  );
}
