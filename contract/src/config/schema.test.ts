import { describe, expect, it } from 'vitest';
import { postedArm, saveConfigBodySchema } from './schema.ts';

const item = { key: 'A', value: 'x', type: 1 };
const faultOf = (body: unknown) =>
  saveConfigBodySchema
    .safeParse(body)
    .error?.issues.map((issue) => issue.message)
    .join(' ');

describe('the body of POST /api/tenant/{id}/{service}', () => {
  it('is either a diff or a request to add a service (C-006)', () => {
    expect(postedArm({ added: [] }).kind).toBe('save');
    expect(postedArm({ initialize: true }).kind).toBe('add');
    expect(postedArm({ initialize: true, changed: [] }).kind).toBe('both');
    for (const body of [{}, null, 'added', [], undefined]) expect(postedArm(body).kind).toBe('neither');
  });

  it('states what is missing from a body that matches neither arm (C-006)', () => {
    expect(faultOf({})).toMatch(/none of added, changed, removed/);
  });

  it('accepts items as returned by getConfig, and keys or items as removed (C-073) [CFG-28]', () => {
    const answered = {
      ...item,
      state: 0,
      db_only: true,
      db_value: 'x',
      valueTemplate: null,
      tenant_id: 3,
      secret: false,
      masked: false,
    };
    const body = saveConfigBodySchema.parse({
      changed: [answered],
      removed: ['B', { ...answered, key: 'C' }],
      base_revision: 4,
    });
    expect(body).toMatchObject({ added: [], changed: [{ key: 'A', state: 0 }], removed: ['B', 'C'], base_revision: 4 });
  });

  it.each([
    ['an unknown key', { added: [], extra: 1 }],
    ['an unknown key in an item', { added: [{ ...item, role: 'admin' }] }],
    ['a value of the wrong type', { added: [{ ...item, value: 1 }] }],
    ['a type out of range', { added: [{ ...item, type: 6 }] }],
    ['a state out of range', { added: [{ ...item, state: 2 }] }],
    ['a hostile key', { added: [{ ...item, key: "a');" }] }],
    ['a missing key', { added: [{ value: 'x', type: 1 }] }],
    ['NUL', { added: [{ ...item, value: '\0' }] }],
    ['a lone surrogate', { added: [{ ...item, value: '\uDC00' }] }],
    ['a value over 64 KB', { added: [{ ...item, value: 'x'.repeat(65_537) }] }],
    ['too many items', { added: Array.from({ length: 10_001 }, (_, index) => ({ ...item, key: `K${index}` })) }],
    ['a duplicate key', { added: [item], removed: ['A'] }],
    ['an object instead of a list', { added: { 0: item } }],
    ['a base revision that is not a number', { added: [], base_revision: '1' }],
  ])('refuses %s', (_name, body) => {
    expect(saveConfigBodySchema.safeParse(body).success).toBe(false);
  });
});
