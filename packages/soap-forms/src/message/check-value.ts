import { isWritable } from '../xml/write-xml.ts';
import { breaksPattern } from './pattern.ts';
import type { Simple } from './plan.ts';

const INTEGERS: Readonly<Record<string, readonly [min: bigint | null, max: bigint | null]>> = {
  integer: [null, null],
  long: [-(2n ** 63n), 2n ** 63n - 1n],
  int: [-(2n ** 31n), 2n ** 31n - 1n],
  short: [-32768n, 32767n],
  byte: [-128n, 127n],
  nonNegativeInteger: [0n, null],
  positiveInteger: [1n, null],
  nonPositiveInteger: [null, 0n],
  negativeInteger: [null, -1n],
  unsignedLong: [0n, 2n ** 64n - 1n],
  unsignedInt: [0n, 2n ** 32n - 1n],
  unsignedShort: [0n, 65535n],
  unsignedByte: [0n, 255n],
};
const ZONE = '(Z|[+-]\\d{2}:\\d{2})?';
const DATE = '-?\\d{4,9}-\\d{2}-\\d{2}';
const TIME = '\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?';
/** Lexical form of each type, and its error message. */
const FORMS: Readonly<Record<string, readonly [form: RegExp, words: string]>> = {
  boolean: [/^(true|false|1|0)$/, 'must be true or false'],
  decimal: [/^[+-]?(\d{1,200}(\.\d{0,200})?|\.\d{1,200})$/, 'must be a number such as 12.50'],
  float: [/^([+-]?(\d{1,200}(\.\d{0,200})?|\.\d{1,200})(e[+-]?\d{1,4})?|-?INF|NaN)$/i, 'must be a number'],
  double: [/^([+-]?(\d{1,200}(\.\d{0,200})?|\.\d{1,200})(e[+-]?\d{1,4})?|-?INF|NaN)$/i, 'must be a number'],
  date: [new RegExp(`^${DATE}${ZONE}$`), 'must be a date such as 2026-11-21'],
  dateTime: [new RegExp(`^${DATE}T${TIME}${ZONE}$`), 'must be a date with a time such as 2026-11-21T10:30:00'],
  time: [new RegExp(`^${TIME}${ZONE}$`), 'must be a time such as 10:30:00'],
  hexBinary: [/^([0-9a-f]{2})*$/i, 'must be hexadecimal'],
  base64Binary: [/^[A-Za-z0-9+/]*={0,2}$/, 'must be base64'],
  duration: [
    /^-?P(?=.)(\d+Y)?(\d+M)?(\d+D)?(T(?=.)(\d+H)?(\d+M)?(\d+(\.\d+)?S)?)?$/,
    'must be a duration such as P1DT12H',
  ],
};
/** Types that preserve white space. */
const AS_TYPED = new Set(['string', 'normalizedString', 'anyType', 'anySimpleType', 'anyXml']);

/**
 * Validates and normalizes a typed value: collapses white space according to its type and completes a date with midnight if a
 * time is needed.
 */
export function readValue(simple: Simple, typed: string): { value: string } | { fault: string } {
  if (!isWritable(typed)) return { fault: 'contains a character that is not allowed in XML' };
  if (simple.options) return readOption(simple, typed);
  if (AS_TYPED.has(simple.builtIn) && !simple.isList) return checked(simple, typed);
  return checked(simple, completed(simple.builtIn, typed.trim().split(/\s+/).join(' ')));
}

function readOption(simple: Simple, typed: string): { value: string } | { fault: string } {
  const { options, isList, builtIn } = simple;
  const value = AS_TYPED.has(builtIn) && !isList ? typed : typed.trim().replaceAll(/\s+/g, ' ');
  const all = isList ? itemsOf(value) : [value];
  if (!all.every((one) => options?.includes(one))) return { fault: 'must be one of the listed values' };
  return isList ? checked(simple, value) : { value };
}

const itemsOf = (list: string): string[] => (list === '' ? [] : list.split(' '));

function checked(simple: Simple, value: string): { value: string } | { fault: string } {
  const fault = simple.isList ? listFault(simple, value) : faultOf(simple, value);
  return fault === null ? { value } : { fault };
}

/** The facets of a list are about the list, not about its items. */
function listFault(simple: Simple, value: string): string | null {
  const faults = itemsOf(value).map((item) => faultOf({ ...simple, isList: false, facets: {} }, item));
  return faults.find((fault) => fault !== null) ?? facetFault(simple, value, false);
}

/** Adds parts that XML Schema requires but browser inputs omit. */
function completed(builtIn: string, value: string): string {
  if (builtIn === 'dateTime' && /^\d{4}-\d{2}-\d{2}$/.test(value)) return `${value}T00:00:00`;
  if (builtIn === 'dateTime' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(value)) return `${value}:00`;
  if (builtIn === 'time' && /^\d{2}:\d{2}$/.test(value)) return `${value}:00`;
  return builtIn === 'base64Binary' ? value.replaceAll(' ', '') : value;
}

function faultOf(simple: Simple, value: string): string | null {
  const { builtIn } = simple;
  // The name comes from the WSDL: `constructor` would be found on the prototype.
  const range = Object.hasOwn(INTEGERS, builtIn) ? INTEGERS[builtIn] : undefined;
  if (range) {
    if (!/^[+-]?\d{1,200}$/.test(value)) return 'must be a whole number';
    const [[min, max], number] = [range, BigInt(value.replace('+', ''))];
    if ((min !== null && number < min) || (max !== null && number > max)) return `is out of range for ${builtIn}`;
  }
  const form = Object.hasOwn(FORMS, builtIn) ? FORMS[builtIn] : undefined;
  if (form && !form[0].test(value)) return form[1];
  if ((builtIn === 'date' || builtIn === 'dateTime') && !isDay(value)) return 'is not a valid date';
  if (builtIn === 'base64Binary' && value.length % 4 !== 0) return 'must be base64';
  return facetFault(simple, value, range !== undefined || builtIn === 'decimal');
}

function isDay(value: string): boolean {
  const [, year = '', month = '', day = ''] = /^-?(\d+)-(\d+)-(\d+)/.exec(value) ?? [];
  const last = new Date(Date.UTC(2000 + (Number(year) % 400), Number(month), 0)).getUTCDate();
  return Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= last;
}

const SHOWN_PATTERN = 100;

/** What the length of a value counts. */
export function unitOf({ builtIn, isList }: Simple): 'items' | 'bytes' | 'characters' {
  if (isList) return 'items';
  return builtIn === 'hexBinary' || builtIn === 'base64Binary' ? 'bytes' : 'characters';
}

function lengthOf(simple: Simple, value: string): number {
  if (simple.isList) return itemsOf(value).length;
  if (simple.builtIn === 'hexBinary') return value.length / 2;
  if (simple.builtIn === 'base64Binary') return (value.replace(/=+$/, '').length * 3) >> 2;
  return Array.from(value).length;
}

/** Only patterns that are safe to run are checked. */
function facetFault(simple: Simple, value: string, isNumber: boolean): string | null {
  const { facets } = simple;
  const { pattern } = facets;
  if (pattern !== undefined && breaksPattern(pattern, value)) return `must match ${pattern.slice(0, SHOWN_PATTERN)}`;
  const limit = (name: string): number | null => {
    const number = Number(facets[name]);
    return facets[name] === undefined || Number.isNaN(number) ? null : number;
  };
  if (isNumber) {
    const [min, max] = [limit('minInclusive'), limit('maxInclusive')];
    const [above, below] = [limit('minExclusive'), limit('maxExclusive')];
    if (min !== null && Number(value) < min) return `must be at least ${min}`;
    if (max !== null && Number(value) > max) return `must be at most ${max}`;
    if (above !== null && Number(value) <= above) return `must be more than ${above}`;
    if (below !== null && Number(value) >= below) return `must be less than ${below}`;
    const [, whole = '', fraction = ''] = /^[+-]?0*(\d*)\.?(\d*?)0*$/.exec(value) ?? [];
    const [digits, decimals] = [limit('totalDigits'), limit('fractionDigits')];
    if (digits !== null && whole.length + fraction.length > digits) return `must have at most ${digits} digits`;
    if (decimals !== null && fraction.length > decimals) return `must have at most ${decimals} decimal places`;
    return null;
  }
  const [count, unit] = [lengthOf(simple, value), unitOf(simple)];
  const [length, min, max] = [limit('length'), limit('minLength'), limit('maxLength')];
  if (length !== null && count !== length) return `must have ${length} ${unit}`;
  if (min !== null && count < min) return `must have at least ${min} ${unit}`;
  if (max !== null && count > max) return `must have at most ${max} ${unit}`;
  return null;
}
