import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fakeError, fakeFailure, startFakeServer } from '../../../lib/testing/fake-server.ts';
import { renderUi } from '../../../lib/testing/render-page.tsx';
import { RuleDialog } from './rule-dialog.tsx';

it('says when the channels could not be loaded', async () => {
  startFakeServer({ 'GET /api/alert-channel': fakeFailure() });
  renderUi(<RuleDialog rule={null} onClose={() => undefined} />);
  expect(await screen.findByText('The channels could not be loaded.')).toBeDefined();
});

it('moves the focus to a faulty field, which may be scrolled out of view', async () => {
  startFakeServer({
    'POST /api/alert-rule': fakeError(400, {
      error: 'The request is invalid.',
      code: 'bad_request',
      fields: { name: 'must not be empty' },
    }),
  });
  renderUi(<RuleDialog rule={null} onClose={() => undefined} />);
  await userEvent.click(screen.getByRole('button', { name: 'Add rule' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' })));
});
