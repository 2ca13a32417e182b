import { deleteAlertRule } from '@mission-control/contract/alerts/calls';
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { holdResponses, startFakeServer } from '../testing/fake-server.ts';
import { renderUi } from '../testing/render-page.tsx';
import { useChange } from './use-change.ts';

function Dialog({ id, onClose }: { id: number; onClose: () => void }) {
  const remove = useChange([], deleteAlertRule, 'Rule deleted', onClose);
  return (
    <button type="button" onClick={() => remove.mutate({ params: { id } })}>
      Delete rule {id}
    </button>
  );
}

it('reports a change of a closed dialog without closing the one that is open by then', async () => {
  startFakeServer({ 'DELETE /api/alert-rule/1': {} });
  const release = holdResponses('/alert-rule/1');
  const onClose = vi.fn<() => void>();
  const { user, rerender } = renderUi(<Dialog key={1} id={1} onClose={onClose} />);
  await user.click(screen.getByRole('button', { name: 'Delete rule 1' }));
  rerender(<Dialog key={2} id={2} onClose={onClose} />);
  release();
  await screen.findByText('Rule deleted');
  expect(onClose).not.toHaveBeenCalled();
});
