import { ApiError } from '../../lib/api-error.ts';
import { sendRegenerate } from './queries.ts';
import { createRegeneration } from './state/regeneration.ts';

/** The run of this tab, on the server's calls [RGN-19]. */
export const regeneration = createRegeneration({
  generate: ({ id }, branch) => sendRegenerate(id, branch),
  reasonOf: (error) =>
    error instanceof ApiError
      ? { reason: error.messages.join(' '), requestId: error.requestId }
      : { reason: 'Something went wrong in this page.', requestId: null },
});
