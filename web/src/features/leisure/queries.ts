import type { CallRequest } from '@mission-control/contract/call';
import { getLeisureHub, logInToLeisureHub } from '@mission-control/contract/leisure/calls';
import { api } from '../../lib/api.ts';
import { queryOf } from '../../lib/query.ts';

/** Where the hub of a tenant probably is, and where a login may lead. */
export const hubQuery = (id: number) => queryOf(getLeisureHub, { params: { id } }, [`tenant:${id}`]);

/** The hub is asked meanwhile. */
const LIMIT_MS = 30_000;

/** Tries a login [LEI-03]. @throws ApiError when the hub does not take it, or could not be asked */
export const sendLogin = (
  id: number,
  form: CallRequest<typeof logInToLeisureHub>['body'],
  basket: string | undefined,
) =>
  api.send(
    logInToLeisureHub,
    { params: { id }, query: basket === undefined ? {} : { basket_id: basket }, body: form },
    { timeoutMs: LIMIT_MS },
  );
