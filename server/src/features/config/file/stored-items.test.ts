import type { KeyMeta } from '@mission-control/contract/config/schema';
import { expect, it } from 'vitest';
import { maskedChange, maskedItem } from './stored-items.ts';

it('keeps a secret masked if its metadata is gone or no longer declares it secret', () => {
  const item = {
    key: 'GREETING',
    value: 'hello',
    type: 2 as const,
    state: 1 as const,
    valueTemplate: null,
    secret: true,
  };
  const open = new Map([['GREETING', { key_name: 'GREETING', secret: false } as KeyMeta]]);
  for (const keys of [new Map<string, KeyMeta>(), open]) {
    expect(maskedItem(item as never, keys)).toMatchObject({ value: '', masked: true });
    const change = maskedChange({ key: 'GREETING', before: item as never, after: null }, keys);
    expect(change.before).toMatchObject({ value: '', masked: true });
    // Without its mark the value is visible; otherwise the test would prove nothing.
    expect(maskedItem({ ...item, secret: false } as never, keys)).toMatchObject({ value: 'hello', masked: false });
  }
});
