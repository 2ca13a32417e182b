import { getLeisureHub, logInToLeisureHub } from '@mission-control/contract/leisure/calls';
import { handle } from '../../platform/calls/handler.ts';
import { describeHub, logIn } from './service.ts';

export const leisureRoutes = [
  handle(getLeisureHub, (ctx, { params }) => describeHub(ctx, params.id)),
  handle(logInToLeisureHub, (ctx, input) => logIn(ctx, input)),
];
