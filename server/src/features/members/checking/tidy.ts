const GENDERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    male: 'm male man boy gentleman',
    female: 'f female woman girl lady',
    'non-binary': 'nb nonbinary enby',
    other: 'o x other',
    'prefer not to say': 'pnts prefernottosay notdisclosed undisclosed',
    '': 'u unknown notknown notspecified unspecified none na',
  }).flatMap(([gender, names]) => names.split(' ').map((name) => [name, gender])),
);

/** The one word for a gender; '' for words that mean none is known; undefined for words of one's own. */
export function tidyGender(text: string): string | undefined {
  return GENDERS.get(text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ''));
}

const UK_POSTCODE = /^(?:[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2}|GIR0AA|[A-Z]{4}1ZZ)$/;

/** A postcode of the United Kingdom as it is written; undefined for anything else. */
export function tidyPostcode(text: string): string | undefined {
  const compact = text.toUpperCase().replaceAll(/[\s.-]/g, '');
  if (/^BFPO\d{1,4}$/.test(compact)) return `BFPO ${compact.slice(4)}`;
  return UK_POSTCODE.test(compact) ? `${compact.slice(0, -3)} ${compact.slice(-3)}` : undefined;
}

/** What is odd about a telephone number; undefined when it looks like one. */
export function oddTelephone(number: string): string | undefined {
  const digits = number.replaceAll(/\D/g, '').length;
  if (digits < 5 || digits > 20 || !/^[+\d\s()./-]+(?:(?:x|ext\.?) ?\d+)?$/i.test(number))
    return 'does not look like a telephone number';
  return /^[1-9]\d{9}$/.test(number) ? 'may have lost its leading 0' : undefined;
}

/** The e-mail addresses of a cell, which may hold several. */
export const splitEmails = (text: string): string[] => text.split(/[\s;,]+/).filter(Boolean);

/** Letters of any language; quoted names and addresses of machines are syntax that nobody has as an address. */
const EMAIL = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*@(?<domain>[^@]+)$/u;
const DOMAIN_LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u;
const LONGEST_LOCAL_PART = 64;

/** Whether a text has the form of an e-mail address with a domain of the internet. */
export function isEmail(text: string): boolean {
  const domain = EMAIL.exec(text)?.groups?.['domain'];
  if (domain === undefined || text.length > 254 || text.lastIndexOf('@') > LONGEST_LOCAL_PART) return false;
  const labels = domain.split('.');
  return labels.length > 1 && labels.every((label) => DOMAIN_LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '');
}
