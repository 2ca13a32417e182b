/** A cookie of the account of the tests, good for every console that started on a copy of the template. */
interface SessionCookie {
  name: string;
  value: string;
  domain: string;
  path: string;
}

/** The data folder that consoles start on a copy of, and the cookies of a session in its database. */
interface Template {
  folder: string;
  cookies: SessionCookie[];
}

const VARIABLE = 'MC_E2E_TEMPLATE';

/** Tells the workers of this run where the template is; they inherit it as a variable. */
export function announceTemplate(template: Template): void {
  process.env[VARIABLE] = JSON.stringify(template);
}

/** The template of this run. */
export function findTemplate(): Template {
  const text = process.env[VARIABLE];
  if (text === undefined) throw new Error('There is no template: e2e/template.ts makes it before the first journey.');
  return JSON.parse(text) as Template;
}
