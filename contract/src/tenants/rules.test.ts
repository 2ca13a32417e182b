import { expect, it } from 'vitest';
import { bridgeLabel, deploymentTag, membersLabel } from './rules.ts';

it('shows DEV, STAGE and PROD, any other group raw, and none when empty [TLS-24]', () => {
  expect(deploymentTag('dev')).toEqual({ text: 'DEV', tone: 'dev' });
  expect(deploymentTag('staging')).toEqual({ text: 'STAGE', tone: 'stage' });
  expect(deploymentTag('production')).toEqual({ text: 'PROD', tone: 'prod' });
  expect(deploymentTag('sandbox')).toEqual({ text: 'sandbox', tone: 'other' });
  expect(deploymentTag('')).toBeNull();
});

it('shows the bridge xnrest as Xn and leaves unknown ones raw [SVC-08]', () => {
  expect(bridgeLabel('xnrest')).toBe('Xn');
  expect(bridgeLabel('gladstone')).toBe('Gladstone');
  expect(bridgeLabel('other')).toBe('other');
  expect(bridgeLabel(null)).toBe('');
});

it("shows 'n/a' for no number of members but a real 0 as 0 [TLS-20]", () => {
  expect(membersLabel(null)).toBe('n/a');
  expect(membersLabel(0)).toBe('0');
  expect(membersLabel(48216)).toBe('48,216');
});
