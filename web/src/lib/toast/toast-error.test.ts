import { expect, it } from 'vitest';
import { presentToasts } from '../../ui/toast/toast.ts';
import { ApiError } from '../api/api-error.ts';
import { toastError } from './toast-error.ts';

it('shows each message of an error as its own toast, with the request id [ERR-04]', () => {
  const shown: unknown[] = [];
  const letGo = presentToasts(({ meaning, text, detail }) => shown.push([meaning, text, detail]));
  toastError(new ApiError({ status: 422, code: 'refused', messages: ['One.', 'Two.', 'Three.'], requestId: 'q7' }));
  letGo();
  expect(shown).toEqual([
    ['bad', 'One.', 'req q7'],
    ['bad', 'Two.', 'req q7'],
    ['bad', 'Three.', 'req q7'],
  ]);
});
