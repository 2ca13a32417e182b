import { decodeLicence, encodeLicence, listLicenceKeys } from '@mission-control/contract/licences/calls';
import { handle } from '../../platform/calls/handler.ts';
import type { Feature } from '../../platform/feature.ts';
import { encode, decode, listKeys } from './licence-file.ts';

export const licenceFeature = {
  routes: [
    handle(decodeLicence, (ctx, { body }) => decode(ctx, body.file)),
    handle(encodeLicence, (ctx, { body }) => encode(ctx, body)),
    handle(listLicenceKeys, (ctx) => listKeys(ctx)),
  ],
} satisfies Feature;
