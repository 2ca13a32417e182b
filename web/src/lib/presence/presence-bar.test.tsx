import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { TAB } from '../live/live.ts';
import { startFakeServer } from '../testing/fake-server.ts';
import { renderUi } from '../testing/render-page.tsx';
import { PresenceBar } from './presence-bar.tsx';

const since = '2026-03-01T10:00:00.000Z';
const person = (name: string, part: object = {}) => ({ name, editing: false, since, own: false, ...part });
const READ = `GET /api/presence/config%3A1%3Acoursepro?tab=${TAB}`;

it('names who edits the page first, then who has it open, and announces it without the times', async () => {
  const people = [person('ben.lowe'), person('me', { own: true }), person('anna', { editing: true }), person('d')];
  startFakeServer({ [READ]: { people } });
  renderUi(<PresenceBar page="config:1:coursepro" noun="config" editing={false} />);
  const bar = await screen.findByRole('group', { name: 'Other users on this page' });
  expect(bar.textContent).toMatch(/^AL?anna is editing this config, opened .*BLben.lowe has this config open/);
  expect(bar.textContent).toContain('You have this config open in another tab');
  expect(bar.textContent).toContain('and 1 more');
  expect(screen.getByRole('status').textContent).toBe(
    'anna is editing this config. ben.lowe has this config open. You have this config open in another tab. ',
  );
});

it('says of a new item that each person prepares their own', async () => {
  startFakeServer({
    [READ]: { people: [person('ben', { editing: true }), person('d'), person('me', { own: true, editing: true })] },
  });
  renderUi(<PresenceBar page="config:1:coursepro" noun="bulk change" editing={false} isNew />);
  await screen.findByRole('group', { name: 'Other users on this page' });
  expect(screen.getByRole('status').textContent).toBe(
    'ben is preparing a new bulk change too. You are preparing a new bulk change in another tab. d has this form open. ',
  );
});

it('is hidden while nobody else is there', async () => {
  startFakeServer({ [READ]: { people: [] } });
  const { page } = renderUi(<PresenceBar page="config:1:coursepro" noun="config" editing />);
  await waitFor(() => expect(page.querySelector('[role=group]')).toBeNull());
  expect(screen.getByRole('status').textContent).toBe('');
});
