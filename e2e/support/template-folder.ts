/** Session cookie of the test account, valid for every console started on a copy of the template. */
interface SessionCookie {
  name: string;
  value: string;
  domain: string;
  path: string;
}

/** The data folder that consoles copy, and the cookies of a session in its database. */
interface Template {
  folder: string;
  cookies: SessionCookie[];
}

const VARIABLE = 'MC_E2E_TEMPLATE';

/** Passes the template's location to the workers of this run, through an environment variable. */
export function announceTemplate(template: Template): void {
  process.env[VARIABLE] = JSON.stringify(template);
}

/** The template of this run. */
export function findTemplate(): Template {
  const text = process.env[VARIABLE];
  if (text === undefined)
    throw new Error('There is no template: e2e/support/template.ts makes it before the first journey.');
  return JSON.parse(text) as Template;
}
