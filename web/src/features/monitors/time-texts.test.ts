import { expect, it } from 'vitest';
import { serviceOfMonitor } from './time-texts.ts';

it.each([
  ['Brimham Active CoursePro', 'coursepro'],
  ['Brimham Active HomePortal', 'homeportal'],
  ['Brimham Active HomePortal2', 'homeportal2'],
  ['Strive Trust Insight', 'insight'],
  ['Brimham Active legacy', undefined],
])('%s is of %s', (label, slug) => {
  expect(serviceOfMonitor({ label })?.slug).toBe(slug);
});
