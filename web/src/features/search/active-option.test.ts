import { describe, expect, it } from 'vitest';
import { nextActive } from './active-option.ts';

describe('the active suggestion', () => {
  it('moves with the arrows, round the ends', () => {
    expect(nextActive('ArrowDown', 0, 3)).toBe(1);
    expect(nextActive('ArrowDown', 2, 3)).toBe(0);
    expect(nextActive('ArrowUp', 0, 3)).toBe(2);
  });

  it('stays for other keys and without suggestions', () => {
    expect(nextActive('a', 1, 3)).toBeNull();
    expect(nextActive('ArrowDown', 0, 0)).toBeNull();
  });
});
