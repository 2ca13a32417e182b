import type { Call } from '@mission-control/contract/call';
import { listMemberColumns, readMembers, validateMembers } from '@mission-control/contract/members/calls';
import { readApiError } from '../../lib/api/api-error.ts';
import { api, credentials } from '../../lib/api/api.ts';
import { sendWithProgress, type RawAnswer, type SendHooks } from './send-with-progress.ts';

/** Has the server read a spreadsheet; the answer is for the worker. @throws ApiError */
export function sendSpreadsheet(file: File, hooks: SendHooks): Promise<Blob> {
  const form = new FormData();
  form.append('file', file);
  return post(readMembers, form, hooks);
}

/** Has the server check the members, and make the SQL of them. @param body made by the worker @throws ApiError */
export const sendMembers = (body: Blob, hooks: SendHooks): Promise<Blob> => post(validateMembers, body, hooks);

/** Like the client of the other calls, but it tells of its progress and leaves the answer unread. */
async function post(call: Call, body: FormData | Blob, hooks: SendHooks): Promise<Blob> {
  const send = () => sendWithProgress(call.path, body, credentials.read()?.token ?? '', hooks);
  const first = await send();
  if (first.status !== 401 && first.status !== 403) return accept(first);
  // The client renews the sign-in, or leads to it.
  await api.send(listMemberColumns, {}, { signal: hooks.signal });
  return accept(first.status === 401 ? await send() : first);
}

async function accept({ status, body, requestId }: RawAnswer): Promise<Blob> {
  if (status >= 200 && status < 300) return body;
  const headers = new Headers(requestId === null ? {} : { 'x-request-id': requestId });
  throw await readApiError(new Response(await body.text(), { status, headers }));
}
