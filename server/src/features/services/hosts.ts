import { domainToASCII, domainToUnicode } from 'node:url';

const HOST_LENGTH = 253;
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;
/** A label that says it is IDNA; `domainToUnicode` leaves one that is not as it stands. */
const ENCODED = /(^|\.)xn--/;
/** What would make an address of it, or be decoded: `domainToASCII` reads some of these as the end of the host. */
const NO_HOST = /[\s\p{Cc}\p{Cf}/\\:?#@%[\]<>^|"'`{}]/u;

/** The host as DNS knows it: IDNA in ASCII, lower case; or what is wrong with it. Space around it does not count (C-092). */
export function readHost(text: string): { host: string } | { fault: string } {
  const trimmed = text.trim();
  if (trimmed === '') return { fault: 'A domain has no host. Fill it in or remove the row.' };
  const host = NO_HOST.test(trimmed) ? '' : domainToASCII(trimmed);
  const shown = trimmed.length > 80 ? `${trimmed.slice(0, 80)}…` : trimmed;
  if (host.length > HOST_LENGTH) return { fault: `${shown} is longer than ${HOST_LENGTH} characters.` };
  const labels = host.split('.');
  const readable =
    labels.length > 1 && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '');
  if (!readable || ENCODED.test(domainToUnicode(host))) {
    return { fault: `${shown} is no valid host name. Write it like tenant.example.com.` };
  }
  return { host };
}
