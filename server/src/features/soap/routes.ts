import { getSoapMethod, listSoapMethods, sendSoapMethod } from '@mission-control/contract/soap/calls';
import { handle } from '../../platform/calls/handler.ts';
import { getForm, listMethods } from './find-target.ts';
import { sendMethod } from './send-method.ts';

export const soapRoutes = [
  handle(listSoapMethods, (ctx, { query }) => listMethods(ctx, query.tenant_id)),
  handle(getSoapMethod, (ctx, { params, query }) => getForm(ctx, query.tenant_id, params.method)),
  handle(sendSoapMethod, (ctx, { params, body }) => sendMethod(ctx, params.method, body)),
];
