import type { AlertRule } from '@mission-control/contract/alerts/schema';
import { screen, within } from '@testing-library/react';
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
