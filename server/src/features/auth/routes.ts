import { debugTokens, logout, refreshTokens, verifySignIn } from '@mission-control/contract/auth/calls';
import { handle } from '../../platform/calls/handler.ts';
import { explainTokens, refresh, signOut, verify } from './service.ts';

export const authRoutes = [
  handle(verifySignIn, (ctx, _input, http) => verify(ctx, http)),
  handle(refreshTokens, (ctx, input, http) => refresh(ctx, input.body.refresh_token, http)),
  handle(logout, (ctx, _input, http) => signOut(ctx, http)),
  handle(debugTokens, (ctx, { body }, { ip }) => explainTokens(ctx, body, ip)),
];
