import {
  allowedAddress,
  INVALID_ADDRESS,
  INVALID_LOGIN,
  SANDBOX_DEFAULTS,
} from '@mission-control/contract/leisure/rules';
import type { HubLoginForm } from '@mission-control/contract/leisure/schema';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { toastFailure } from '../../lib/toast-failure.ts';
import { toast } from '../../ui/toast.ts';
import { hubQuery, sendLogin } from './queries.ts';

/** The form of a login to the hub of a tenant, and what becomes of it. @param basket undefined for none */
export function useLogin(tenantId: number, basket: string | undefined) {
  const hub = useQuery(hubQuery(tenantId));
  const [typed, setTyped] = useState<Partial<HubLoginForm>>({});
  const form: HubLoginForm = { secret: '', domain: hub.data?.domain ?? '', ...SANDBOX_DEFAULTS, ...typed };
  const login = useMutation({
    mutationFn: () => sendLogin(tenantId, form, basket),
    onSuccess: ({ authAddress }) => {
      // The server has checked it already; a browser leaves the console only for what it holds allowed itself (threat 8).
      const address = allowedAddress(authAddress, hub.data?.hosts ?? []);
      if (address === null) toast.error(INVALID_ADDRESS);
      else window.location.assign(address);
    },
    onError: tell,
  });
  const type = (name: keyof HubLoginForm, text: string): void => setTyped((before) => ({ ...before, [name]: text }));
  return { hub, form, type, login, faults: login.error?.fields ?? {} };
}

/** The sentence of the documents, and below it what the server says of the reason, unless fields say it. */
function tell(error: ApiError): void {
  const known = error instanceof ApiError && !error.announced && !error.wordless;
  const said = known && Object.keys(error.fields).length === 0 ? error.messages.join(' ') : '';
  if (said === '' || said === INVALID_LOGIN) toastFailure(error, () => INVALID_LOGIN);
  else toast.error(INVALID_LOGIN, { detail: said });
}
