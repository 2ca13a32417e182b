import { decodeLicence, encodeLicence, listLicenceKeys } from '@mission-control/contract/licences/calls';
import { handle } from '../../platform/calls/handler.ts';
import { encode, decode, listKeys } from './licence-file.ts';

export const licenceRoutes = [
  handle(decodeLicence, (ctx, { body }) => decode(ctx, body.file)),
  handle(encodeLicence, (ctx, { body }) => encode(ctx, body)),
  handle(listLicenceKeys, (ctx) => listKeys(ctx)),
];
