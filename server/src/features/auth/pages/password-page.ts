import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '@mission-control/contract/people/schema';
import { PASSWORD_ADDRESS } from '../people/password-links.ts';
import { SIGN_IN_ADDRESS } from '../service.ts';
import { html } from '../../../platform/http/html.ts';
import { framed } from './sign-in-page.ts';

export interface PasswordPage {
  /** Name of the account. */
  user: string;
  link: string;
  year: number;
  /** Why the form is shown again. */
  problem?: string;
}

/** The page of a valid one-time link: sets a password. */
export function passwordPage({ user, link, year, problem }: PasswordPage): string {
  const wrong = problem === undefined ? '' : html` aria-invalid="true" aria-describedby="problem"`;
  const field = html` type="password" autocomplete="new-password" maxlength="1024" required`;
  return framed(
    'Set a password',
    html`<p class="lead">Set the password of <b>${user}</b></p>
      ${problem === undefined ? '' : html`<p class="problem" role="alert" id="problem">${problem}</p>`}
      <form method="post" action="${PASSWORD_ADDRESS}">
        <input type="hidden" name="link" value="${link}" />
        <input type="hidden" name="user" value="${user}" autocomplete="username" />
        <label for="password">New password</label>
        <input id="password" name="password" ${field}${wrong} autofocus />
        <label for="again">Repeat the password</label>
        <input id="again" name="again" ${field}${wrong} />
        <p class="note">
          ${String(MIN_PASSWORD_LENGTH)} to ${String(MAX_PASSWORD_LENGTH)} characters. Several unrelated words work
          well. All your sessions end.
        </p>
        <button type="submit">Set password</button>
      </form>`,
    year,
  );
}

/** The page for a link that is unknown, used or expired, without telling which. */
export function deadLinkPage(year: number): string {
  return framed(
    'Link not valid',
    html`<p class="problem" role="alert">This link is no longer valid.</p>
      <p class="note">A link works once, and for 24 hours. Ask an admin of the console for a new one.</p>
      <a class="button" href="${SIGN_IN_ADDRESS}">Log in</a>`,
    year,
  );
}
