import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { SaveActions } from './unsaved-edits.tsx';

function Actions() {
  const [count, setCount] = useState(2);
  return (
    <SaveActions
      count={count}
      saving={false}
      disabledReason={count === 0 ? 'Nothing has changed.' : null}
      onReset={() => setCount(0)}
      onSave={() => undefined}
    />
  );
}

it('moves the focus from Reset, which disappears, to Save', async () => {
  render(<Actions />);
  await userEvent.click(screen.getByRole('button', { name: 'Reset' }));
  expect(screen.queryByRole('button', { name: 'Reset' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save' }));
});
