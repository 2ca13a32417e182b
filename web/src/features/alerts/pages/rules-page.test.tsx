import type { AlertRule } from '@mission-control/contract/alerts/schema';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { startFakeServer } from '../../../lib/testing/fake-server.ts';
import { renderPage } from '../../../lib/testing/render-page.tsx';
import { RulesPage } from './rules-page.tsx';

const rule = (id: number, severity: AlertRule['severity']): AlertRule => ({
  id,
  name: `Rule ${id}`,
  kind: 'site-down',
  limit: null,
  minutes: null,
  severity,
  scope: { regions: [], environments: [], tenants: [] },
  quiet: null,
  channels: [],
  enabled: true,
  open: 0,
  updated_at: '2026-03-01T10:00:00.000Z',
  updated_by: 'ben',
});

it('sorts the rules by severity, the most severe first', async () => {
  startFakeServer({
    'GET /api/alert-rule': { rules: [rule(1, 'notice'), rule(2, 'warning'), rule(3, 'critical')] },
    'GET /api/alert/count': { open: 0, gravest: null },
  });
  const { user } = await renderPage('/alerts/rules', RulesPage, '/alerts/rules');
  await user.click(await screen.findByRole('button', { name: /^Severity/ }));
  const [, ...rows] = within(screen.getByRole('table')).getAllByRole('row');
  expect(rows.map((row) => /Critical|Warning|Notice/.exec(row.textContent)?.[0])).toEqual([
    'Critical',
    'Warning',
    'Notice',
  ]);
});

it('deletes a rule after a confirmation that says what becomes of its alerts', async () => {
  const arrived = startFakeServer({
    'GET /api/alert-rule': { rules: [rule(1, 'notice')] },
    'GET /api/alert/count': { open: 0, gravest: null },
    'DELETE /api/alert-rule/1': {},
  });
  const deletions = () => arrived.filter(({ call }) => call.startsWith('DELETE')).length;
  const { user } = await renderPage('/alerts/rules', RulesPage, '/alerts/rules');
  await user.dblClick(await screen.findByText('Rule 1'));
  const ask = async () => {
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Rule 1' })).getByRole('button', { name: 'Delete' }),
    );
    return within(await screen.findByRole('alertdialog', { name: 'Delete the rule Rule 1?' }));
  };
  await user.click((await ask()).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(deletions()).toBe(0);
  const question = await ask();
  expect(question.getByText('Its open alerts are resolved.')).toBeDefined();
  await user.click(question.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(deletions()).toBe(1);
});
