import type { FastifyReply } from 'fastify';
import type { Services } from '../../../platform/context.ts';
import type { AppError } from '../../../platform/errors.ts';
import { problemText, type PageConfig } from '../../../platform/http/error-page.ts';
import { html } from '../../../platform/http/html.ts';
import { SIGN_IN_ADDRESS } from '../service.ts';
import { sendHtml } from './page-answers.ts';
import { framed } from './sign-in-page.ts';

/** For the routes of the pages below /auth: their errors are pages, too. */
export const pageConfig = ({ clock }: Services): PageConfig => ({
  errorPage: (reply, error) => sendHtml(reply, reply.statusCode, pageOf(reply, error, clock.now().getUTCFullYear())),
});

function pageOf({ request, statusCode }: FastifyReply, error: AppError, year: number): string {
  const mayPassLater = request.method === 'GET' && (statusCode === 429 || statusCode >= 500);
  const [address, label] = mayPassLater ? [request.url, 'Try again'] : [SIGN_IN_ADDRESS, 'Log in'];
  return framed(
    'Not available',
    html`<p class="problem" role="alert">${problemText(error)}</p>
      ${statusCode < 500 ? '' : html`<p class="note">Request id: ${request.id}</p>`}
      <a class="button" href="${address}">${label}</a>`,
    year,
  );
}
