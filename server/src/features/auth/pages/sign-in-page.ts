import { waitText } from '../../../platform/http/error-page.ts';
import { html, type Html } from '../../../platform/http/html.ts';
import { singleSignOnUrl } from '../single-sign-on/policy.ts';
import { screenOf } from './return-to.ts';

/** Why the form is shown again. The page has its own wording: input and responses are never quoted. */
export type SignInProblem =
  | { code: 'mismatch' | 'incomplete' | 'cross_site' | 'closed' | 'busy' | 'passkey' }
  | { code: 'throttled'; waitSeconds: number };

export interface SignInPage {
  /** The previously entered name. */
  user: string;
  returnTo: string;
  year: number;
  problem?: SignInProblem;
  /** A password was just set with a one-time link. */
  isSet?: boolean;
  /** A signed-in user wants to switch accounts. */
  isSwitch?: boolean;
  /** The ways to sign in. */
  offers: { password: boolean; passkey: boolean; singleSignOn: boolean };
}

/** The sign-in form. Passwords work without scripts; only passkeys need them. */
export function signInPage(page: SignInPage): string {
  const { user, returnTo, year, problem, isSet = false, isSwitch = false, offers } = page;
  const screen = screenOf(returnTo);
  const content = html`<p class="lead">Sign in to continue${screen === undefined ? '' : html` to <b>${screen}</b>`}</p>
    ${isSet ? html`<p class="note" role="status">Your password is set. Sign in with it.</p>` : ''}
    ${problem === undefined ? '' : html`<p class="problem" role="alert" id="problem">${wording(problem)}</p>`}
    ${offers.password ? form(user, returnTo, problem) : ''} ${offers.passkey ? passkeyForm(returnTo) : ''}
    ${
      offers.singleSignOn
        ? html`<a class="${offers.password ? 'button quiet' : 'button'}" href="${singleSignOnUrl(returnTo, isSwitch)}"
            >Sign in with single sign-on</a
          >`
        : ''
    }`;
  return framed('Sign in', content, year);
}

/** The page layout of the authentication address: a card with content. */
export function framed(title: string, content: Html, year: number): string {
  const page = html`<!doctype html>
    <html lang="en-GB">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="dark" />
        <title>${title} - Mission Control</title>
        <link rel="icon" type="image/svg+xml" href="/favicon.svg" />
        <link rel="stylesheet" href="/auth/login.css" />
      </head>
      <body>
        ${ORBITS}
        <main>
          <div class="card">
            ${MARK}
            <h1>Mission Control</h1>
            ${content}
          </div>
        </main>
        <footer>
          <span>© ${String(year)} Mission Control</span><span>Staff only. Every sign-in is recorded.</span>
        </footer>
      </body>
    </html>`;
  return page.text;
}

/** Shown by its script where the browser has passkeys. */
function passkeyForm(returnTo: string): Html {
  return html`<form method="post" action="/auth/passkey" id="passkey">
      <input type="hidden" name="return_to" value="${returnTo}" />
      <input type="hidden" name="response" value="" />
      <button type="submit" class="quiet">Sign in with a passkey</button>
      <p class="note" role="alert"></p>
    </form>
    <script src="/auth/webauthn.js" defer></script>
    <script src="/auth/passkey.js" defer></script>`;
}

function form(user: string, returnTo: string, problem: SignInProblem | undefined): Html {
  const focus = html` autofocus`;
  const wrong = problem?.code === 'mismatch' ? html` aria-invalid="true" aria-describedby="problem"` : '';
  return html`<form method="post" action="/auth/login">
    <input type="hidden" name="return_to" value="${returnTo}" />
    <label for="user">User</label>
    <input
      id="user"
      name="user"
      value="${user}"
      autocomplete="username"
      autocapitalize="none"
      spellcheck="false"
      maxlength="100"
      required${wrong}${user === '' ? focus : ''}
    />
    <label for="password">Password</label>
    <input
      id="password"
      name="password"
      type="password"
      autocomplete="current-password"
      maxlength="1024"
      required${wrong}${user === '' ? '' : focus}
    />
    <button type="submit">Log in</button>
  </form>`;
}

function wording(problem: SignInProblem): string {
  switch (problem.code) {
    case 'mismatch':
      return 'That user and password do not match.';
    case 'incomplete':
      return 'Enter a user and a password.';
    case 'cross_site':
      return 'The form was sent from another site. Sign in here.';
    case 'closed':
      return 'Passwords are not accepted here. Sign in with single sign-on.';
    case 'busy':
      return 'Too many people are signing in right now. Try again in a moment.';
    case 'passkey':
      return 'That passkey was not accepted. Try again, or use your password.';
    case 'throttled':
      return `Too many attempts. Try again in ${waitText(problem.waitSeconds)}.`;
  }
}

const MARK = html`<svg class="mark" viewBox="0 0 48 48" aria-hidden="true">
  <g transform="translate(10 10) scale(1.4)" fill="none" stroke="#9caafd" stroke-width="1.6" stroke-linecap="round">
    <circle cx="10" cy="10" r="8.2" stroke-opacity=".45" />
    <path d="M10 1.8a8.2 8.2 0 0 1 8.2 8.2" />
    <circle cx="10" cy="10" r="2.6" fill="#9caafd" stroke="none" />
  </g>
</svg>`;

const ORBITS = html`<svg class="orbits" viewBox="0 0 1440 900" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
  <g fill="none" stroke="#9caafd">
    <circle cx="720" cy="430" r="230" stroke-opacity=".16" />
    <circle cx="720" cy="430" r="330" stroke-opacity=".14" />
    <circle cx="720" cy="430" r="450" stroke-opacity=".12" />
    <circle cx="720" cy="430" r="590" stroke-opacity=".1" />
    <circle cx="720" cy="430" r="750" stroke-opacity=".08" />
    <circle cx="720" cy="430" r="930" stroke-opacity=".06" />
  </g>
  <circle cx="980" cy="226.8" r="4" fill="#63d18f" />
  <circle cx="322.7" cy="641.3" r="3.5" fill="#86c2ff" />
  <circle cx="1259" cy="670" r="4" fill="#cbacfc" />
  <circle cx="40.3" cy="113" r="3.5" fill="#f1bf55" />
</svg>`;
