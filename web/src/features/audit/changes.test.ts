import { actorName } from '@mission-control/contract/audit/actor-name';
import type { AuditEvent } from '@mission-control/contract/audit/calls';
import { describe, expect, it } from 'vitest';
import { changeRows, whatHappened } from './changes.ts';
import { dayGroups } from './parts/event-days.tsx';

const event = (part: Partial<AuditEvent>): AuditEvent => ({
  id: 1,
  at: '2026-11-21T09:00:00.000Z',
  actor: 'Priya Shah',
  action: 'tenant.updated',
  subject: 'Brimham Active',
  tenant_id: 12,
  before: null,
  after: null,
  request_id: 'r1',
  ...part,
});
const said = (part: Partial<AuditEvent>) => whatHappened(event(part), 'Brimham Active');
const rows = (part: Partial<AuditEvent>) =>
  changeRows(event(part)).map(({ label, before, after }) => [label, before, after]);

it('names the console as who did what its jobs did, and a person of the same name as themselves', () => {
  const by = (part: Partial<AuditEvent>) => actorName(event(part));
  expect(by({ actor: 'config', request_id: 'config-1a2b3c4d' })).toBe('The console');
  expect(by({ actor: 'config', request_id: '1a2b3c4d-5e6f' })).toBe('config');
  expect(by({ actor: 'Window 3', request_id: 'windows-1a2b3c4d' })).toBe('Window 3');
});

describe('whatHappened', () => {
  it.each([
    [{ action: 'tenant.created' }, 'created the tenant'],
    [{ before: { active: true }, after: { active: false } }, 'switched Active off'],
    [{ before: { staging: true }, after: { staging: false } }, 'switched Production on'],
    [{ before: { active: null }, after: { active: null } }, 'changed the Active switch'],
    [{ after: { deployment_group: 'staging' } }, 'changed the deployment group'],
    [
      { action: 'service.switched', subject: 'Brimham Active CoursePro', after: { cron: false } },
      'switched Cron off for CoursePro',
    ],
    [{ action: 'relations.changed', after: { parent_of: [], child_of: [] } }, 'changed the relations'],
    [{ action: 'log-level.set', after: { log_level: 'DEBUG' } }, 'set the log level to DEBUG temporarily'],
    [
      { action: 'config.saved', subject: 'Brimham Active CoursePro config', after: { revision: 4, items: [] } },
      'saved revision 4 of the CoursePro config',
    ],
    [
      { action: 'config.restored', subject: 'Brimham Active CoursePro config', after: { restored_revision: 2 } },
      'restored revision 2 of the CoursePro config',
    ],
    [
      { action: 'config.drift-found', subject: 'Brimham Active Strive config', after: { hosts: ['web-1', 'web-2'] } },
      'found the Strive config changed by hand on web-1 and web-2',
    ],
    [
      { action: 'config.drift-gone', subject: 'Brimham Active Strive config', after: { hosts: ['web-1'] } },
      'found the Strive config back to its committed state on web-1',
    ],
    [
      { action: 'soap.method-sent', subject: 'Brimham Active SOAP: getMember', after: { outcome: 'answered' } },
      'sent getMember to SOAP',
    ],
    [
      { action: 'soap.method-sent', subject: 'Brimham Active SOAP: getMember', after: { outcome: 'fault' } },
      'sent getMember to SOAP, which failed',
    ],
    [{ action: 'leisure.login', after: { outcome: 'accepted' } }, 'logged in to the leisure hub'],
    [{ action: 'leisure.login', after: { outcome: 'refused' } }, 'tried to log in to the leisure hub'],
    [{ action: 'service.added', subject: 'Brimham Active Strive' }, 'added Strive'],
    [{ action: 'service.places-changed', subject: 'Brimham Active Strive' }, 'changed the places of Strive'],
    [{ action: 'user.role-changed', subject: 'anna' }, 'changed the role of anna'],
    [{ action: 'branding.email-saved' }, 'saved the e-mail settings'],
    [{ action: 'window.ended-early', subject: 'Move of the racks' }, 'ended Move of the racks early'],
    [
      { action: 'sequence.item-refused', subject: 'branding-generation of 3', after: { item: '62' } },
      'was refused item 62 of branding-generation of 3',
    ],
    [{ action: 'alert-subscription.ended', subject: 'vic.lowe' }, 'ended the subscription of vic.lowe to alerts'],
    [{ action: 'tenant.purged' }, 'purged the tenant'],
  ])('describes %j', (part, words) => {
    expect(said(part)).toBe(words);
  });
});

describe('changeRows', () => {
  it('uses the names and states of the screen', () => {
    expect(rows({ before: { staging: true }, after: { staging: false } })).toEqual([['Production', 'off', 'on']]);
    expect(rows({ before: { deployment_group: 'dev' }, after: { deployment_group: 'production' } })).toEqual([
      ['Deployment group', 'dev', 'production'],
    ]);
  });

  it('omits equal facts, and gives null for a missing side', () => {
    expect(
      rows({
        before: { parent_of: ['A'], child_of: ['B'] },
        after: { parent_of: ['A', 'C'], child_of: ['B'], until: '2026-11-21T09:42:00.000Z' },
      }),
    ).toEqual([
      ['Parent of', 'A', 'A, C'],
      ['Until', null, '21 Nov 2026, 09:42:00 UTC'],
    ]);
    expect(rows({ before: { parent_of: ['A'] }, after: { parent_of: [] } })).toEqual([['Parent of', 'A', null]]);
  });

  it('lists config items by their keys, and a changed secret by its mask', () => {
    const item = (key: string, value: string, more: object = {}) => ({ key, value, state: 1, masked: false, ...more });
    expect(
      rows({
        before: { items: [item('A', '1'), item('SECRET', '', { masked: true })] },
        after: { revision: 4, items: [item('A', '2', { state: 0 }), item('SECRET', '', { masked: true })] },
      }),
    ).toEqual([
      ['A', '1', '2 (not exported)'],
      ['SECRET', '••••••••', '••••••••'],
      ['Revision', null, '4'],
    ]);
  });

  it('lists the facts of a service by their names, without their owner', () => {
    const domains = [{ host: 'a.example', isPrimary: true }, { host: 'b.example' }];
    expect(rows({ after: { tenantId: 12, service: 'strive', webEnvironmentId: 3, domains } })).toEqual([
      ['Web environment', null, '3'],
      ['Domains', null, 'a.example, b.example'],
    ]);
  });

  it('is empty for an event without facts', () => {
    expect(rows({})).toEqual([]);
    expect(rows({ before: 'x', after: ['y'] })).toEqual([]);
  });
});

it('groups events by UTC day', () => {
  const times = ['2026-11-21T00:00:00Z', '2026-11-20T23:59:59Z', '2026-11-20T08:00:00Z', '2026-11-04T08:00:00Z'];
  const events = times.map((at, id) => event({ id, at }));
  const groups = dayGroups(events, new Date('2026-11-21T23:30:00Z'));
  expect(groups.map(([day, ofDay]) => [day, ofDay.map(({ id }) => id)])).toEqual([
    ['Today', [0]],
    ['Yesterday', [1, 2]],
    ['4 Nov 2026', [3]],
  ]);
});
