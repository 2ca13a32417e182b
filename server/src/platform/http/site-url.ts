import { targetError } from './target-error.ts';

const STANDARD_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** The address of a request. @throws AppError('target_failed') for another scheme, another port, or a name and password in it */
export function readSiteUrl(text: string, ports: readonly number[]): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  const standard = url ? STANDARD_PORTS[url.protocol] : undefined;
  if (!url || standard === undefined || url.hostname === '')
    throw targetError('address', 'The address of the site is no http or https address.');
  if (url.username !== '' || url.password !== '')
    throw targetError('address', 'The address of the site has a user name or a password in it. Leave it out.');
  const port = url.port === '' ? standard : Number(url.port);
  if (port !== 80 && port !== 443 && !ports.includes(port))
    throw targetError('address', `${siteOf(url)} is on port ${port}, which this installation does not allow.`);
  return url;
}

const SHOWN = 100;
/** The site as messages name it. */
export const siteOf = ({ hostname }: URL): string =>
  hostname.length > SHOWN ? `${hostname.slice(0, SHOWN)}…` : hostname;
