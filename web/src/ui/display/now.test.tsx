import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { useNow } from './now.ts';

const Clock = () => <p>{useNow(1000)}</p>;

it('reads the same time throughout a render that a second ends in', () => {
  let ms = 41_999;
  vi.spyOn(Date, 'now').mockImplementation(() => ms++);
  render(<Clock />);
  // React would report the difference on the console, which fails the test.
  expect(screen.getByText('41000')).toBeDefined();
});
