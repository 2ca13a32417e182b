import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { PickList } from './pick-list.tsx';

const choices = [
  { id: 1, name: 'Brimham', folded: 'brimham' },
  { id: 2, name: 'Elland', folded: 'elland' },
];

it('names what each button removes', async () => {
  const onChange = vi.fn<(picked: number[]) => void>();
  render(<PickList label="Tenants" noun="tenant" choices={choices} picked={[1, 2]} onChange={onChange} />);
  await userEvent.click(screen.getByRole('button', { name: 'Remove Brimham' }));
  expect(onChange).toHaveBeenCalledWith([2]);
});

function Picking() {
  const [picked, setPicked] = useState([1, 2]);
  return (
    <main tabIndex={-1}>
      <PickList label="Tenants" noun="tenant" choices={choices} picked={picked} onChange={setPicked} />
    </main>
  );
}

it('moves the focus from a removed option to the next one, and from the last one to the page', async () => {
  render(<Picking />);
  await userEvent.click(screen.getByRole('button', { name: 'Remove Brimham' }));
  const left = screen.getByRole('button', { name: 'Remove Elland' });
  expect(document.activeElement).toBe(left);
  await userEvent.click(left);
  expect(document.activeElement).toBe(screen.getByRole('main'));
});
