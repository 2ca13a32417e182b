import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { PickList } from './pick-list.tsx';

it('names what each button removes', async () => {
  const onChange = vi.fn<(picked: number[]) => void>();
  const choices = [
    { id: 1, name: 'Brimham', folded: 'brimham' },
    { id: 2, name: 'Elland', folded: 'elland' },
  ];
  render(<PickList label="Tenants" noun="tenant" choices={choices} picked={[1, 2]} onChange={onChange} />);
  await userEvent.click(screen.getByRole('button', { name: 'Remove Brimham' }));
  expect(onChange).toHaveBeenCalledWith([2]);
});
