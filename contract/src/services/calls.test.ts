import { describe, expect, it } from 'vitest';
import { addServiceOrSaveConfig } from './calls.ts';

const parse = (body: unknown) => addServiceOrSaveConfig.body?.safeParse(body);
const faultOf = (body: unknown) =>
  parse(body)
    ?.error?.issues.map((issue) => issue.message)
    .join(' ');
const item = { key: 'A', value: 'x', type: 1 };

describe('the body of POST /api/tenant/{id}/{service}', () => {
  it.each([
    [{ initialize: true }, { initialize: true, create_db: false, database: null, bridge: null }],
    [
      { initialize: true, create_db: 1, database: '3', bridge: 'xnrest' },
      { initialize: true, create_db: true, database: 3, bridge: 'xnrest' },
    ],
    [
      { initialize: true, database: '', bridge: '' },
      { initialize: true, create_db: false, database: null, bridge: null },
    ],
  ])('adds a service with %j [SVC-01, SVC-02]', (body, meant) => {
    expect(parse(body)?.data).toEqual(meant);
  });

  it('saves a config with a diff [SVC-02]', () => {
    expect(parse({ added: [item] })?.data).toMatchObject({ added: [{ key: 'A' }], changed: [], removed: [] });
  });

  it.each([
    ['both', { initialize: true, added: [item] }, /not both/],
    ['both, half-heartedly', { initialize: false, added: [item] }, /not both/],
    ['neither', {}, /none of added, changed, removed/],
    ['initialize false', { initialize: false }, /initialize must be true/],
    ['initialize as text', { initialize: 'true' }, /initialize must be true/],
    ['an unknown key', { initialize: true, admin: true }, /admin/],
    ['an invalid database id', { initialize: true, database: '1; drop' }, /.+/],
    ['a list', [], /.+/],
    ['nothing', null, /.+/],
  ])('refuses %s [SVC-02]', (_name, body, fault) => {
    expect(faultOf(body)).toMatch(fault);
  });
});
