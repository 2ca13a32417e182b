import { describe, expect, it } from 'vitest';
import { reviewEntry, type Side } from './review.ts';

const side = (value: string, more: Partial<Side> = {}): Side => ({
  value,
  type: 2,
  state: 1,
  valueTemplate: null,
  masked: false,
  ...more,
});

describe('a change under review', () => {
  it('masks both sides of a secret', () => {
    const entry = reviewEntry({
      key: 'PASS',
      before: side('', { masked: true }),
      after: side('hunter2'),
      secret: true,
    });
    expect(JSON.stringify(entry)).not.toContain('hunter2');
    expect(entry).toMatchObject({ mark: 'changed', secret: true });
  });

  it('lists changes other than the value', () => {
    const entry = reviewEntry({ key: 'A', before: side('1'), after: side('1', { type: 3, state: 0 }), secret: false });
    expect(entry?.notes).toEqual(['Type: Unknown Constant to Single-line Variable', 'No longer exported']);
  });
});
