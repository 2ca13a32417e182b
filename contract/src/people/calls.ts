import { z } from 'zod';
import { defineCall, ROLES } from '../call.ts';
import { idParams } from '../id.ts';
import { TOPIC } from '../topics.ts';
import {
  endedCount,
  me,
  newPerson,
  oneTimeLink,
  passwordChange,
  person,
  personChange,
  personSessionParams,
  sessionList,
  sessionParams,
} from './schema.ts';
import { createdApiToken, newApiToken, tokenList, tokenParams } from './tokens.ts';

export const listPeople = defineCall({
  name: 'listPeople',
  method: 'GET',
  path: '/api/people',
  access: 'admin',
  summary: 'All people with an account: role, sign-in methods, last activity and state.',
  topics: () => [TOPIC.users, TOPIC.sessions],
  response: z.object({ people: z.array(person), default_role: z.enum(ROLES) }),
});

export const addPerson = defineCall({
  name: 'addPerson',
  method: 'POST',
  path: '/api/people',
  access: 'admin',
  personOnly: true,
  summary:
    'Adds a person; the response has a one-time link to set the password, valid for 24 hours. The role defaults to DEFAULT_ROLE. Requires a recent sign-in or confirmation.',
  body: newPerson,
  status: 201,
  response: oneTimeLink,
});

export const changePerson = defineCall({
  name: 'changePerson',
  method: 'PATCH',
  path: '/api/people/{id}',
  access: 'admin',
  personOnly: true,
  summary:
    'Changes the role (requires a recent sign-in or confirmation), disables a person (ending all sessions) or enables them again; 409 for the last active admin.',
  params: idParams,
  body: personChange,
  response: person,
});

export const deletePerson = defineCall({
  name: 'deletePerson',
  method: 'DELETE',
  path: '/api/people/{id}',
  access: 'admin',
  personOnly: true,
  summary: 'Deletes a person, who can be restored for 30 days; 409 for the last active admin.',
  params: idParams,
  response: z.object({}),
});

export const restorePerson = defineCall({
  name: 'restorePerson',
  method: 'POST',
  path: '/api/people/{id}/restore',
  access: 'admin',
  personOnly: true,
  summary: 'Restores a deleted person with their role and password.',
  params: idParams,
  response: person,
});

export const makePasswordLink = defineCall({
  name: 'makePasswordLink',
  method: 'POST',
  path: '/api/people/{id}/link',
  access: 'admin',
  personOnly: true,
  summary:
    'Creates a new one-time link to set the password, valid for 24 hours; the previous link stops working. Requires a recent sign-in or confirmation.',
  params: idParams,
  status: 201,
  response: oneTimeLink,
});

export const listPersonSessions = defineCall({
  name: 'listPersonSessions',
  method: 'GET',
  path: '/api/people/{id}/sessions',
  access: 'admin',
  summary: 'The open sessions of a person.',
  params: idParams,
  topics: () => [TOPIC.users, TOPIC.sessions],
  response: sessionList,
});

export const endPersonSessions = defineCall({
  name: 'endPersonSessions',
  method: 'DELETE',
  path: '/api/people/{id}/sessions',
  access: 'admin',
  personOnly: true,
  summary: 'Ends all sessions of a person.',
  params: idParams,
  response: endedCount,
});

export const endPersonSession = defineCall({
  name: 'endPersonSession',
  method: 'DELETE',
  path: '/api/people/{id}/sessions/{session}',
  access: 'admin',
  personOnly: true,
  summary: 'Ends one session of a person.',
  params: personSessionParams,
  response: endedCount,
});

export const getMe = defineCall({
  name: 'getMe',
  method: 'GET',
  path: '/api/me',
  access: 'viewer',
  summary: "The caller's account.",
  topics: () => [TOPIC.users],
  response: me,
});

export const changeMyPassword = defineCall({
  name: 'changeMyPassword',
  method: 'PUT',
  path: '/api/me/password',
  access: 'viewer',
  personOnly: true,
  summary: "Changes the caller's password, given the old one, and ends all other sessions.",
  body: passwordChange,
  bodyLimit: 8_192,
  response: endedCount,
});

export const listMySessions = defineCall({
  name: 'listMySessions',
  method: 'GET',
  path: '/api/me/sessions',
  access: 'viewer',
  summary: "The caller's open sessions.",
  topics: () => [TOPIC.users, TOPIC.sessions],
  response: sessionList,
});

export const endMyOtherSessions = defineCall({
  name: 'endMyOtherSessions',
  method: 'DELETE',
  path: '/api/me/sessions',
  access: 'viewer',
  personOnly: true,
  summary: "Ends all of the caller's other sessions.",
  response: endedCount,
});

export const endMySession = defineCall({
  name: 'endMySession',
  method: 'DELETE',
  path: '/api/me/sessions/{session}',
  access: 'viewer',
  personOnly: true,
  summary: "Ends one of the caller's sessions.",
  params: sessionParams,
  response: endedCount,
});

export const listMyTokens = defineCall({
  name: 'listMyTokens',
  method: 'GET',
  path: '/api/me/tokens',
  access: 'viewer',
  summary: "The caller's API tokens, without their secrets.",
  topics: () => [TOPIC.tokens],
  response: tokenList,
});

export const createMyToken = defineCall({
  name: 'createMyToken',
  method: 'POST',
  path: '/api/me/tokens',
  access: 'viewer',
  personOnly: true,
  summary:
    "Creates an API token with at most the caller's role; only this response contains the token. Requires a recent sign-in or confirmation.",
  body: newApiToken,
  status: 201,
  response: createdApiToken,
});

export const revokeMyToken = defineCall({
  name: 'revokeMyToken',
  method: 'DELETE',
  path: '/api/me/tokens/{token}',
  access: 'viewer',
  personOnly: true,
  summary: "Revokes one of the caller's API tokens immediately.",
  params: tokenParams,
  response: z.object({}),
});

export const listPersonTokens = defineCall({
  name: 'listPersonTokens',
  method: 'GET',
  path: '/api/people/{id}/tokens',
  access: 'admin',
  summary: 'The API tokens of a person, without their secrets.',
  params: idParams,
  topics: () => [TOPIC.tokens],
  response: tokenList,
});

export const revokePersonToken = defineCall({
  name: 'revokePersonToken',
  method: 'DELETE',
  path: '/api/people/{id}/tokens/{token}',
  access: 'admin',
  personOnly: true,
  summary: 'Revokes an API token of a person immediately.',
  params: idParams.extend(tokenParams.shape),
  response: z.object({}),
});

export const listCalls = defineCall({
  name: 'listCalls',
  method: 'GET',
  path: '/api/calls',
  access: 'viewer',
  summary: 'The calls that an API token may be limited to.',
  response: z.object({ calls: z.array(z.object({ name: z.string(), summary: z.string(), role: z.enum(ROLES) })) }),
});
