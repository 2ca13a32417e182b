import { z } from 'zod';
import { defineCall } from '../call.ts';
import { debugAnswer, debugBody, refreshAnswer, refreshBody, verifyAnswer } from './schema.ts';

export const verifySignIn = defineCall({
  name: 'verifySignIn',
  method: 'GET',
  path: '/api/authenticate/verify',
  access: 'sign-in',
  summary: 'Signs in with the session cookie (or a valid bearer token); 403 when there is no sign-in.',
  response: verifyAnswer,
});

export const refreshTokens = defineCall({
  name: 'refreshTokens',
  method: 'POST',
  path: '/api/authenticate/refresh',
  access: 'sign-in',
  summary: 'Exchanges a refresh token for a new pair; 401 when it is unknown, used or too old.',
  body: refreshBody,
  bodyLimit: 4_096,
  status: 201,
  response: refreshAnswer,
});

export const logout = defineCall({
  name: 'logout',
  method: 'POST',
  path: '/api/authenticate/logout',
  access: 'sign-in',
  summary: 'Ends the session: its cookie and all of its tokens stop working at once.',
  response: z.object({}),
});

export const debugTokens = defineCall({
  name: 'debugTokens',
  method: 'POST',
  path: '/api/debug',
  access: 'anyone',
  summary: 'Reports what is wrong with the given tokens, which are neither stored nor logged.',
  body: debugBody,
  bodyLimit: 20_480,
  response: debugAnswer,
});
