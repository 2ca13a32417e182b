import { html } from '../../../platform/http/html.ts';
import { framed } from '../pages/sign-in-page.ts';
import { SIGN_IN_ADDRESS } from '../service.ts';
import { singleSignOnUrl } from './policy.ts';

/** Why single sign-on failed. The page has its own wording: of input and responses, only the person's name is quoted. */
export type ProvidedProblem =
  | { code: 'down' | 'misconfigured' | 'denied' | 'invalid' | 'expired' }
  | { code: 'disabled' | 'no_role'; name: string };

interface ProvidedPage {
  problem: ProvidedProblem;
  returnTo: string;
  /** Passwords are not accepted. */
  only: boolean;
  /** Contact for requesting access. */
  contact: string | undefined;
  year: number;
}

export const PROBLEM_STATUS: Readonly<Record<ProvidedProblem['code'], number>> = {
  down: 503,
  misconfigured: 503,
  denied: 403,
  invalid: 400,
  expired: 400,
  disabled: 403,
  no_role: 403,
};

const WORDS: Readonly<Record<ProvidedProblem['code'], { problem: string; note: string }>> = {
  down: { problem: 'The sign-in provider does not respond.', note: 'Try again in a moment.' },
  misconfigured: {
    problem: 'The sign-in provider is not the one this console is set up for.',
    note: 'Trying again is unlikely to help. Tell whoever runs the console; its log says more.',
  },
  denied: {
    problem: 'The sign-in provider did not sign you in.',
    note: 'Try again, or ask whoever runs the provider.',
  },
  invalid: {
    problem: 'The response of the sign-in provider could not be verified.',
    note: 'Nobody was signed in. Start again.',
  },
  expired: { problem: 'This sign-in was already used, or is too old.', note: 'Start again.' },
  disabled: { problem: 'This account is disabled.', note: 'Nobody can sign in with it.' },
  no_role: {
    problem: 'None of your groups has a role in Mission Control, so you have no access.',
    note: 'Sign in again when you have one.',
  },
};

/** The page of a failed single sign-on. */
export function providedPage({ problem, returnTo, only, contact, year }: ProvidedPage): string {
  const words = WORDS[problem.code];
  const name = 'name' in problem ? problem.name : undefined;
  const password = `${SIGN_IN_ADDRESS}?${new URLSearchParams({ other: '1', return_to: returnTo }).toString()}`;
  return framed(
    name === undefined ? 'Not signed in' : 'No access',
    html`${name === undefined ? '' : html`<p class="lead">You are signed in as <b>${name}</b></p>`}
      <p class="problem" role="alert">${words.problem}</p>
      <p class="note">
        ${name === undefined ? '' : html`Ask ${contact ?? 'an admin of the console'} for access. `}${words.note}
      </p>
      <a class="button" href="${singleSignOnUrl(returnTo)}">Try again</a>
      ${
        name === undefined
          ? ''
          : html`<a class="button quiet" href="${singleSignOnUrl(returnTo, true)}">Sign in as somebody else</a>`
      }
      ${only ? '' : html`<a class="button quiet" href="${password}">Sign in with a password</a>`}`,
    year,
  );
}
