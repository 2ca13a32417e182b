import { calls } from '@mission-control/contract/calls';
import { screenOf } from './pages/return-to.ts';
import { SIGN_IN_ADDRESS } from './service.ts';
import { html } from '../../platform/http/html.ts';
import { framed } from './pages/sign-in-page.ts';

export interface RefusedPage {
  /** Name of the signed-in user. */
  user: string;
  /** Name of the rejected call; any other text counts as unknown and is not quoted. */
  call: string;
  returnTo: string;
  year: number;
}

/**
 * The page for a browser with a valid session that was sent here by a 403: redirecting back would loop, so the user chooses
 * (C-132).
 */
export function refusedPage({ user, call, returnTo, year }: RefusedPage): string {
  const refused = calls.find(({ name }) => name === call);
  const screen = screenOf(returnTo);
  const other = `${SIGN_IN_ADDRESS}?${new URLSearchParams({ other: '1', return_to: returnTo }).toString()}`;
  return framed(
    'Refused',
    html`<p class="lead">You are signed in as <b>${user}</b></p>
      <p class="problem" role="alert">
        ${refused === undefined ? 'A request of the console' : html`<code>${refused.method} ${refused.path}</code>`} was
        refused (403).
      </p>
      <p class="note">
        You are signed in, so a proxy or firewall between this browser and the console probably refused the request. If
        going back leads here again, contact its administrator.
      </p>
      <a class="button" href="${returnTo}">Go back${screen === undefined ? '' : html` to ${screen}`}</a>
      <a class="button quiet" href="${other}">Sign in as somebody else</a>`,
    year,
  );
}
