import { domainToASCII, domainToUnicode } from 'node:url';

const MAX_HOST_LENGTH = 253;
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;
/** Labels marked as IDNA; `domainToUnicode` leaves invalid ones unchanged. */
const ENCODED = /(^|\.)xn--/;
/** URL syntax and escapes: `domainToASCII` treats some of these as the end of the host. */
const NO_HOST = /[\s\p{Cc}\p{Cf}/\\:?#@%[\]<>^|"'`{}]/u;

/** Normalizes a host to trimmed, lower-case ASCII IDNA, or returns the fault (C-092). */
export function readHost(text: string): { host: string } | { fault: string } {
  const trimmed = text.trim();
  if (trimmed === '') return { fault: 'A domain has no host. Fill it in or remove the row.' };
  const host = NO_HOST.test(trimmed) ? '' : domainToASCII(trimmed);
  const shown = trimmed.length > 80 ? `${trimmed.slice(0, 80)}…` : trimmed;
  if (host.length > MAX_HOST_LENGTH) return { fault: `${shown} is longer than ${MAX_HOST_LENGTH} characters.` };
  const labels = host.split('.');
  const readable =
    labels.length > 1 && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '');
  if (!readable || ENCODED.test(domainToUnicode(host))) {
    return { fault: `${shown} is no valid host name. Write it like tenant.example.com.` };
  }
  return { host };
}
