import { decodeLicence, encodeLicence, listLicenceKeys } from '@mission-control/contract/licences/calls';
import type { Licence } from '@mission-control/contract/licences/rules';
import { api } from '../../lib/api.ts';
import { queryOf } from '../../lib/query.ts';

/** A file may come over a slow line. */
const LIMIT_MS = 60_000;

/** The public keys that licences are checked with. */
export const licenceKeysQuery = queryOf(listLicenceKeys, {});

/** Has the server check a file and read its entries [LIC-05]. @throws ApiError */
export const sendFile = (file: File) => api.send(decodeLicence, { body: { file } }, { timeoutMs: LIMIT_MS });

/** Has the server sign the entries [LIC-06]. @throws ApiError with the faults by their fields */
export const sendEntries = (licence: Licence, order: string[], filename: string) =>
  api.send(encodeLicence, { body: { licence, order, filename } }, { timeoutMs: LIMIT_MS });
