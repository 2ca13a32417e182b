import { describe, expect, it } from 'vitest';
import { fakeError, startFakeServer, type FakeAnswer } from '../../../lib/testing/fake-server.ts';
import { click, control, eventually, renderPage } from '../../../lib/testing/render-page.tsx';
import { SystemPage } from './system-page.tsx';

const minutesAgo = (minutes: number): string => new Date(new Date().getTime() - minutes * 60_000).toISOString();

async function openPage(answer: FakeAnswer, query = '', created: string | null = minutesAgo(2.5)) {
  startFakeServer({ 'GET /api/tenant/7': answer, 'GET /api/tenant/7/system': { created } });
  const opened = await renderPage('/tenant/$id/coursepro/system', SystemPage, `/tenant/7/coursepro/system${query}`);
  const rows = () =>
    [...opened.page.querySelectorAll('tbody tr')].map((line) =>
      [...line.querySelectorAll('td')].map((cell) => cell.textContent),
    );
  return { ...opened, rows };
}
const tenant = (system: Record<string, string>) => ({ tenant: { tenant_name: 'Brimham Active', system } });

describe('the system table', () => {
  it('has a name and a value for each entry of the tenant, to be read only [SYS-01] [SYS-02]', async () => {
    const { page, rows } = await openPage(tenant({ timezone: 'Europe/London', php_version: '8.4.1' }));
    await eventually(() => expect(rows()).toHaveLength(2));
    expect([...page.querySelectorAll('th')].map((head) => head.textContent)).toEqual(['Name', 'Value']);
    expect(rows()).toEqual([
      ['php_version', '8.4.1'],
      ['timezone', 'Europe/London'],
    ]);
    expect(page.querySelectorAll('tbody :is(input, button, select, textarea)')).toHaveLength(0);
  });

  it('is searched by name and by value [SYS-01]', async () => {
    const system = { timezone: 'Europe/London', php_version: '8.4.1' };
    const byValue = await openPage(tenant(system), '?q=london');
    await eventually(() => expect(byValue.rows()).toEqual([['timezone', 'Europe/London']]));
    const none = await openPage(tenant(system), '?q=zzz');
    await eventually(() => expect(none.page.textContent).toContain('No results found. (2 items filtered)'));
    click(control(none.page, 'Clear search'));
    await eventually(() => expect(none.rows()).toHaveLength(2));
  });

  it('says how old it is, and marks what is stale or was never reported', async () => {
    const system = { timezone: 'Europe/London' };
    const { page } = await openPage(tenant(system));
    await eventually(() => expect(page.textContent).toContain('Reported 2 min ago'));
    expect(page.textContent).not.toContain('Stale');
    const old = await openPage(tenant(system), '', minutesAgo(17.5));
    await eventually(() => expect(old.page.textContent).toContain('Reported 17 min agoStale'));
    const never = await openPage(tenant(system), '', null);
    await eventually(() => expect(never.page.textContent).toContain('No report yet'));
  });

  it('says when the system has not reported, and what failed', async () => {
    const empty = await openPage(tenant({}));
    await eventually(() => expect(empty.page.textContent).toContain('has not reported yet'));
    const failed = await openPage(fakeError(500, { error: 'The database does not answer.', code: 'internal' }));
    await eventually(() => expect(failed.page.textContent).toContain('The system table could not be read'));
    expect(failed.page.textContent).toContain('req 7f3a-91c2');
  });
});
