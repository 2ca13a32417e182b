import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeFailure, startFakeServer } from '../../../lib/testing/fake-server.ts';
import { renderUi } from '../../../lib/testing/render-page.tsx';
import { RuleDialog } from './rule-dialog.tsx';

it('says when the channels could not be loaded', async () => {
  startFakeServer({ 'GET /api/alert-channel': fakeFailure() });
  renderUi(<RuleDialog rule={null} onClose={() => undefined} />);
  expect(await screen.findByText('The channels could not be loaded.')).toBeDefined();
});
