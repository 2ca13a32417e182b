import { expect, it } from 'vitest';
import { envKind, envKindsDiffer, regionFlag } from './rules.ts';

it.each([
  ['eu-prod-web-03', 'prod'],
  ['us_production_1', 'prod'],
  ['eu-dev-01', 'dev'],
  ['eu-staging-ins-01', 'staging'],
  ['ap-qa-2', 'qa'],
  ['eu-preprod-1', 'unknown'],
  ['eu-stg-1', 'unknown'],
  ['eu-qa2', 'unknown'],
  ['portals-a', 'unknown'],
])('derives the kind of %s as %s [TEN-27]', (name, kind) => {
  expect(envKind(name)).toBe(kind);
});

it('ignores unknown kinds in the comparison [TEN-26]', () => {
  expect(envKindsDiffer(['prod', 'unknown', 'prod'])).toBe(false);
  expect(envKindsDiffer(['prod', 'unknown', 'dev'])).toBe(true);
  expect(envKindsDiffer([])).toBe(false);
});

it('takes the flag from the prefix of the region name [TLS-23]', () => {
  expect(regionFlag('us-east-1')).toBe('US');
  expect(regionFlag('eu-west-1')).toBe('EU');
  expect(regionFlag('ap-sydney-1')).toBe('AU');
  expect(regionFlag('moon-1')).toBeNull();
  expect(regionFlag('')).toBeNull();
});
