import { describe, expect, it } from 'vitest';
import { domainsText } from './domains-text.ts';

const domain = (is_primary: boolean, has_whitelist = false) => ({ host: 'oak.example', is_primary, has_whitelist });

describe('the domains of a service', () => {
  it.each([
    [undefined, '–'],
    [[], '–'],
    [[domain(true)], '1 primary, no whitelist'],
    [[domain(true), domain(false)], '1 primary, 1 other, no whitelist'],
    [[domain(false, true), domain(true), domain(false)], '1 primary, 2 others, 1 with a whitelist'],
    [[domain(false)], 'none primary, 1 other, no whitelist'],
  ])('%j are told as %s', (domains, text) => {
    expect(domainsText(domains)).toBe(text);
  });
});
