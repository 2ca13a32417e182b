import { expect, it } from 'vitest';
import { serviceTimeline } from './timeline.ts';

const domain = (host: string, is_primary: boolean, has_whitelist = false) => ({ host, is_primary, has_whitelist });
const textOf = (before: object[], after: object[]) =>
  serviceTimeline['service.updated']?.describe({
    subject: 'Brimham CoursePro',
    about: 'CoursePro',
    home: '/tenant/1',
    before: { domains: before },
    after: { domains: after },
  })?.text;

it('names what changed in the domains of a service', () => {
  const [one, two] = [domain('one.example', true), domain('two.example', false)];
  expect(textOf([one], [one, two])).toBe('CoursePro: two.example added');
  expect(textOf([one, two], [domain('one.example', false), domain('two.example', true)])).toBe(
    'CoursePro: primary domain changed',
  );
  expect(textOf([one, two], [one, domain('two.example', false, true)])).toBe('CoursePro: whitelist changed');
});
