import { expect, it } from 'vitest';
import { presentToasts } from '../../ui/toast/toast.ts';
import { ApiError } from '../api/api-error.ts';
import { toastFailure } from './toast-error.ts';

function toastOf(error: ApiError): unknown[] {
  const shown: unknown[] = [];
  const letGo = presentToasts(({ text, detail }) => shown.push(text, detail));
  toastFailure(error, (reason) => `Failed to seed tenant - ${reason || '?'}`);
  letGo();
  return shown;
}

it("includes the server's reason in the documented wording", () => {
  const parts = { status: 422, code: 'refused', requestId: 'q7' } as const;
  expect(toastOf(new ApiError({ ...parts, messages: ['Too old.', 'Migrate first.'] }))).toEqual([
    'Failed to seed tenant - Too old. Migrate first.',
    'req q7',
  ]);
});

it("adds the client's message below the documented wording when the server gave no reason", () => {
  const parts = {
    status: 504,
    code: 'unavailable',
    messages: ['The connection was lost.'],
    hasNoReason: true,
  } as const;
  expect(toastOf(new ApiError({ ...parts, requestId: null }))).toEqual([
    'Failed to seed tenant - ?',
    'The connection was lost.',
  ]);
});
