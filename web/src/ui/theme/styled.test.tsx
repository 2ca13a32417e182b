import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { styled } from './styled.ts';

const styleOf = (text: string) => getComputedStyle(screen.getByText(text));

test('a styled element has the styles of its own props, which do not become attributes', () => {
  const Box = styled('div', ['tone'])<{ tone: 'calm' | 'loud' }>(({ tone }) => ({
    color: tone === 'calm' ? 'rgb(1, 1, 1)' : 'rgb(2, 2, 2)',
  }));
  const { rerender } = render(<Box tone="calm">box</Box>);
  expect(styleOf('box').color).toBe('rgb(1, 1, 1)');
  expect(screen.getByText('box').outerHTML).not.toContain('tone');
  rerender(<Box tone="loud">box</Box>);
  expect(styleOf('box').color).toBe('rgb(2, 2, 2)');
  // @ts-expect-error a prop that determines styles must be named, or it would become an attribute
  styled('div')<{ tone: string }>(({ tone }) => ({ color: tone }));
});

test('styles added to a styled component win over its own, and classes of others stay', () => {
  const Box = styled('div')({ color: 'rgb(1, 1, 1)', width: 10 });
  const Wide = styled(Box)({ width: 20 });
  // Rendered first, so that its rule also comes first in the style sheet.
  render(<Wide className="other">wide</Wide>);
  render(<Box>narrow</Box>);
  expect(styleOf('wide')).toMatchObject({ color: 'rgb(1, 1, 1)', width: '20px' });
  expect(styleOf('narrow').width).toBe('10px');
  expect(screen.getByText('wide').classList).toContain('other');
});

test('`as` changes the element and keeps the styles, also of a component styled again', () => {
  const Box = styled('div')({ color: 'rgb(1, 1, 1)' });
  const Wide = styled(Box)({ width: 20 });
  render(<Wide as="section">wide</Wide>);
  expect(screen.getByText('wide').tagName).toBe('SECTION');
  expect(styleOf('wide')).toMatchObject({ color: 'rgb(1, 1, 1)', width: '20px' });
});
