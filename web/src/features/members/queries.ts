import type { Call } from '@mission-control/contract/call';
import { listMemberColumns, readMembers, validateMembers } from '@mission-control/contract/members/calls';
import { readApiError } from '../../lib/api/api-error.ts';
import { api, credentials } from '../../lib/api/api.ts';
import { sendWithProgress, type RawAnswer, type SendHooks } from './send-with-progress.ts';

/** Uploads a spreadsheet; the worker parses the response. @throws ApiError */
export function sendSpreadsheet(file: File, hooks: SendHooks): Promise<Blob> {
  const form = new FormData();
  form.append('file', file);
  return post(readMembers, form, hooks);
}

/** Validates the members and renders them as SQL. @param body built by the worker @throws ApiError */
export const sendMembers = (body: Blob, hooks: SendHooks): Promise<Blob> => post(validateMembers, body, hooks);

/** Sends a call with progress events and returns the response unparsed. */
async function post(call: Call, body: FormData | Blob, hooks: SendHooks): Promise<Blob> {
  const send = () => sendWithProgress(call.path, body, credentials.read()?.token ?? '', hooks);
  const first = await send();
  if (first.status !== 401 && first.status !== 403) return accept(first);
  // This call renews the sign-in, or redirects to it.
  await api.send(listMemberColumns, {}, { signal: hooks.signal });
  return accept(first.status === 401 ? await send() : first);
}

async function accept({ status, body, requestId }: RawAnswer): Promise<Blob> {
  if (status >= 200 && status < 300) return body;
  const headers = new Headers(requestId === null ? {} : { 'x-request-id': requestId });
  throw await readApiError(new Response(await body.text(), { status, headers }));
}
