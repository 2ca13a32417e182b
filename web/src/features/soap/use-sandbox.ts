import { sendSoapMethod, getSoapMethod, listSoapMethods } from '@mission-control/contract/soap/calls';
import { CHOOSE_METHOD, sendFailed } from '@mission-control/contract/soap/rules';
import type { SoapSent } from '@mission-control/contract/soap/schema';
import { getTenant } from '@mission-control/contract/tenants/calls';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useUrlState } from '../../lib/address/use-url-text.ts';
import { ApiError } from '../../lib/api/api-error.ts';
import { api } from '../../lib/api/api.ts';
import { queryOf } from '../../lib/api/query.ts';
import { useRoleRefusal } from '../../lib/role-refusal.ts';
import { toast } from '../../ui/toast/toast.ts';
import { fieldsToSend, type SentField } from './state/fields-to-send.ts';
import { formTree } from './state/form-tree.ts';
import { EMPTY_FORM, type MethodForm } from './state/method-form.ts';

export type View = 'pretty' | 'raw';

interface SandboxSearch {
  method?: string;
  /** Default: pretty. */
  view?: View;
}

/** Parses the address of the SOAP sandbox; invalid values are omitted. */
function sandboxSearch(search: Record<string, unknown>): SandboxSearch {
  const { method, view } = search;
  return {
    ...(typeof method === 'string' && method !== '' ? { method } : null),
    ...(view === 'raw' ? { view } : null),
  };
}

/** Outcome of the last request of a method. `faults` are keyed by field names of the form. */
export type Outcome =
  | { answer: SoapSent; faults: Faults }
  | { answer: null; title: string; messages: readonly string[]; requestId: string | null; faults: Faults };
type Faults = Readonly<Record<string, string>>;

interface Sending {
  method: string;
  fields: readonly SentField[];
}

/** State of the SOAP sandbox; each method keeps its form and last outcome while another one is open. */
export function useSandbox(tenantId: number) {
  const [{ method = '', view = 'pretty' }, setSearch] = useUrlState(sandboxSearch);
  const tenant = useQuery(queryOf(getTenant, { params: { id: tenantId } })).data?.tenant;
  // The WSDL is read again only when the config changes that names it.
  const methods = useQuery({ ...queryOf(listSoapMethods, { query: { tenant_id: tenantId } }), staleTime: Infinity });
  const elements = useQuery({
    ...queryOf(getSoapMethod, { params: { method }, query: { tenant_id: tenantId } }),
    enabled: method !== '',
    staleTime: Infinity,
  });
  const nodes = useMemo(() => formTree(elements.data?.elements ?? []), [elements.data]);
  const [forms, setForms] = useState<Readonly<Record<string, MethodForm>>>({});
  const [outcomes, setOutcomes] = useState<Readonly<Record<string, Outcome>>>({});
  const keep = (name: string, outcome: Outcome): void => setOutcomes((before) => ({ ...before, [name]: outcome }));
  const send = useMutation({
    mutationFn: ({ method: name, fields }: Sending) =>
      api.send(sendSoapMethod, {
        params: { method: name },
        body: { ...Object.fromEntries(fields.map((field) => [field.name, field.value])), tenant_id: tenantId },
      }),
    onSuccess: (answer, { method: name }) => keep(name, { answer, faults: {} }),
    onError: (error, sending) => {
      keep(sending.method, outcomeOf(error, sending.fields));
      toastSendFailure(error, sending.method);
    },
  });
  const roleRefusal = useRoleRefusal(sendSoapMethod, 'send a method');
  const isFaulty = send.error instanceof ApiError && Object.keys(send.error.fields).length > 0;
  const form = forms[method] ?? EMPTY_FORM;
  return {
    tenant,
    /** Requests affect a live system. */
    production: tenant?.staging !== true,
    methods,
    method,
    choose: (name: string) => setSearch({ method: name }),
    elements,
    nodes,
    form,
    change: (next: MethodForm) => setForms((before) => ({ ...before, [method]: next })),
    outcome: outcomes[method],
    view,
    show: (wanted: View) => setSearch({ view: wanted }),
    sending: send.isPending,
    /** The latest outcome of any method. */
    news: send.data ?? (isFaulty ? undefined : (send.error ?? undefined)),
    /** The last error, if fields of the form are faulty. */
    faulty: isFaulty ? send.error : null,
    /** Why the chosen method cannot be sent. */
    blocked:
      roleRefusal ?? (method !== '' && elements.data === undefined ? 'The form of the method has not been read' : null),
    /** Whether the method can be sent; shows what is missing. */
    ready: (): boolean => {
      if (method === '') toast.error(CHOOSE_METHOD);
      return roleRefusal === null && method !== '' && elements.data !== undefined && !send.isPending;
    },
    send: () => send.mutate({ method, fields: fieldsToSend(nodes, form) }),
  };
}

function outcomeOf(error: ApiError, fields: readonly SentField[]): Outcome {
  const known = error instanceof ApiError;
  const shown = new Map(fields.map((field) => [field.name, field.shown]));
  const faults = known ? Object.entries(error.fields).map(([name, fault]) => [shown.get(name) ?? name, fault]) : [];
  return {
    answer: null,
    title: faults.length > 0 ? 'Not sent' : 'No response',
    messages: known ? error.messages : ['Something went wrong in this page. Reload it and try again.'],
    requestId: known ? error.requestId : null,
    faults: Object.fromEntries(faults) as Faults,
  };
}

/** Shows the documented message [SOAP-10]; the outcome shows the reason. */
function toastSendFailure(error: ApiError, method: string): void {
  if (error instanceof ApiError && error.announced) return;
  toast.error(sendFailed(method));
}
