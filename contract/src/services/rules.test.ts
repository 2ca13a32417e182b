import { describe, expect, it } from 'vitest';
import { findService, SERVICES } from '../catalogue.ts';
import {
  domainsFault,
  environmentChoices,
  PRIMARY_STAYS,
  proposedHosts,
  servedServices,
  settingsSaved,
  type EnvironmentRole,
} from './rules.ts';

const row = (slug: string) => {
  const service = findService(slug);
  if (!service) throw new Error(`There is no service ${slug}.`);
  return service;
};

describe('the domains of a service', () => {
  it('need at least one, of which exactly one is primary [SVC-26, SVC-27]', () => {
    const of = (...primary: boolean[]) =>
      domainsFault(
        row('coachportal'),
        primary.map((is_primary) => ({ is_primary })),
      );
    expect(of()).toBe('You must specify a domain or remove the Coach Portal service.');
    expect(of(false, false)).toBe('You must specify a primary domain.');
    expect(of(true, true)).toBe('You must specify a primary domain.');
    expect(of(false, true)).toBeNull();
  });

  it('use the documented wordings [SVC-28, SVC-31]', () => {
    expect(PRIMARY_STAYS).toBe('Cannot delete domain marked as primary.');
    expect(settingsSaved(row('commsportal'))).toBe('Comms Portal settings successfully saved');
  });

  it('are suggested from the name of the tenant, one per suffix [SVC-50]', () => {
    expect(proposedHosts(row('coursepro'), 'Brimham Active', [])).toEqual([
      'brimham-active.coursepro.co.uk',
      'brimham-active.courseprogress.co.uk',
    ]);
    for (const slug of ['homeportal', 'homeportal2'])
      expect(proposedHosts(row(slug), 'Brimham Active', [])).toEqual(['brimham-active.courseprohome.co.uk']);
  });

  it('are suggested with a number if the host is taken', () => {
    expect(proposedHosts(row('coachportal'), 'Oak', ['oak.coachportal.co.uk'])).toEqual(['oak-2.coachportal.co.uk']);
  });
});

describe('the environments of a select', () => {
  const environment = (id: number, type: number, { region = 1, named = null as string[] | null } = {}) => ({
    _id: id,
    type,
    services: servedServices(type, named),
    region: { _id: region },
  });
  const all = [
    environment(1, 1),
    environment(2, 2),
    environment(3, 1, { region: 2 }),
    environment(4, 99, { named: ['coursepro'] }),
    environment(5, 9),
    environment(6, 9, { named: ['insight'] }),
    environment(7, 10, { named: ['commsportal', 'coursepro'] }),
  ];
  const ids = (slug: string, role: EnvironmentRole) =>
    environmentChoices<(typeof all)[number]>(all, row(slug), role, 1).map(({ _id }) => _id);

  it('are those of its type in the region of the tenant', () => {
    expect(ids('coursepro', 'web')).toEqual([1]);
    expect(ids('coursepro', 'worker')).toEqual([2]);
  });

  it('are those that serve the service, if two services share a type (C-135)', () => {
    expect([ids('insight', 'web'), ids('insight', 'worker')]).toEqual([[5, 6], []]);
    expect([ids('commsportal', 'web'), ids('commsportal', 'worker')]).toEqual([[5], [7]]);
    expect(servedServices(9, null)).toEqual(['insight', 'commsportal']);
    expect(servedServices(10, ['coursepro', 'commsportal'])).toEqual(['commsportal']);
  });

  it('are empty for a type without environments and for a role the service lacks [SVC-48] (C-090)', () => {
    expect(ids('homeportal', 'web')).toEqual([]);
    expect(ids('coachportal', 'worker')).toEqual([]);
  });

  it('are never of an unknown type [SVC-48]', () => {
    const roles = ['web', 'worker', 'sns'] as const;
    expect(SERVICES.flatMap(({ slug }) => roles.flatMap((role) => ids(slug, role)))).not.toContain(4);
  });
});
