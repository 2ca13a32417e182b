import type { TenantLogLevel } from '@mission-control/contract/control/schema';
import type { TenantDetail } from '@mission-control/contract/tenants/schema';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeError, type FakeResponse } from '../../lib/testing/fake-server.ts';
import { coursepro, shown } from '../tenants/testing/open-tenant.tsx';

const SERVER = Date.parse('2026-11-21T09:30:00.000Z');
const plain: TenantLogLevel = {
  current_level: 'NOTICE',
  new_level: null,
  changes: null,
  set_at: null,
  set_by: null,
  server_time: '2026-11-21T09:30:00.000Z',
};
const pending: TenantLogLevel = {
  ...plain,
  current_level: 'DEBUG',
  new_level: 'INFO',
  changes: '2026-11-21T09:31:05.000Z',
  set_at: '2026-11-21T09:27:00.000Z',
  set_by: 'Tom Okafor',
};
/** The clock of this browser is an hour ahead of the server. */
const WRONG = 3_600_000;
const serverTime = () => (vi.getMockedSystemTime()?.getTime() ?? 0) - WRONG;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: SERVER + WRONG });
});
afterEach(() => void vi.useRealTimers());

/** Opens the page with a server that stores the level and has a running clock; `after` is the level after a change. */
async function opened(
  first: TenantLogLevel,
  { after = first, set }: { after?: TenantLogLevel; set?: FakeResponse } = {},
) {
  let kept = first;
  const tenant = (): { tenant: TenantDetail } => ({
    tenant: { ...coursepro, log_level: { ...kept, server_time: new Date(serverTime()).toISOString() } },
  });
  const change = () => {
    kept = after;
    return set ?? { log_level: tenant().tenant.log_level };
  };
  const onPage = await shown(coursepro, 'Log level', {
    'GET /api/tenant/12': tenant,
    'POST /api/tenant/12/loglevel': change,
    'DELETE /api/tenant/12/loglevel': change,
  });
  const box = onPage.page.querySelector<HTMLElement>('section[aria-label="Log level"]') ?? onPage.page;
  const select = (label: string) => box.querySelector<HTMLSelectElement>(`select[aria-label="${label}"]`);
  const timer = () => box.querySelector('[role="timer"]')?.textContent;
  const sent = (method: string) => onPage.arrived.filter(({ call }) => call === `${method} /api/tenant/12/loglevel`);
  const submit = () => box.querySelector('form')?.requestSubmit();
  return { ...onPage, box, select, timer, sent, submit };
}

const texts = (select: HTMLSelectElement | null) => [...(select?.options ?? [])].map((option) => option.value);

describe('the log level control', () => {
  it('offers five levels and eight durations, INFO for 15 minutes first [TEN-46, LOG-03, LOG-04, LOG-05, LOG-06]', async () => {
    const { box, select, timer } = await opened(plain);
    expect(texts(select('Level'))).toEqual(['DEBUG', 'INFO', 'NOTICE', 'WARNING', 'ERROR']);
    expect(texts(select('For how long'))).toEqual(['1', '5', '10', '15', '30', '60', '120', '180']);
    expect([select('Level')?.value, select('For how long')?.value]).toEqual(['INFO', '15']);
    expect(box.querySelector('[role="status"]')?.textContent).toBe('NOTICE');
    expect(timer()).toBeUndefined();
  });

  it("sends the level with the time by the server's clock, and shows the new state [LOG-02, LOG-07]", async () => {
    const after: TenantLogLevel = { ...pending, current_level: 'INFO', new_level: 'NOTICE' };
    const { box, sent, submit } = await opened(plain, { after });
    submit();
    await waitFor(() => expect(sent('POST')).toHaveLength(1));
    expect(sent('POST')[0]?.body).toEqual({
      new: 'INFO',
      return: expect.stringMatching(/^2026-11-21 09:45:0\d$/) as unknown,
    });
    await waitFor(() => expect(box.textContent).toContain('until NOTICE is restored'));
  });

  it('counts down each second to the restored level, and names who set it [LOG-08, LOG-09]', async () => {
    const { box, timer } = await opened(pending);
    expect(box.querySelector('[role="status"]')?.textContent).toBe('DEBUGtemporary');
    expect(timer()).toMatch(/^00h01min0\ds$/);
    expect(box.textContent).toContain('until INFO is restored09:31');
    expect(box.textContent).toContain('Set 3 min ago by Tom Okafor');
    const before = timer();
    vi.advanceTimersByTime(1000);
    await waitFor(() => expect(timer()).not.toBe(before));
    expect(box.querySelector('[role="status"]')?.contains(box.querySelector('[role="timer"]'))).toBe(false);
  });

  it('shows the previous level at zero, and reads the tenant again [LOG-10]', async () => {
    const { box, timer, arrived } = await opened(pending);
    const reads = () => arrived.filter(({ call }) => call === 'GET /api/tenant/12').length;
    const before = reads();
    vi.advanceTimersByTime(66_000);
    await waitFor(() => expect(box.querySelector('[role="status"]')?.textContent).toBe('INFO'));
    expect(timer()).toBeUndefined();
    await waitFor(() => expect(reads()).toBeGreaterThan(before));
  });

  it('restores the level before its time', async () => {
    const { box, sent } = await opened(pending, { after: plain });
    await userEvent.click(screen.getByRole('button', { name: 'Restore INFO now' }));
    await waitFor(() => expect(box.querySelector('[role="status"]')?.textContent).toBe('NOTICE'));
    expect(sent('DELETE')).toHaveLength(1);
  });

  it('reports when it could not be set [LOG-11]', async () => {
    const failure = fakeError(500, { error: 'Something broke.', code: 'internal' });
    const { submit } = await opened(plain, { set: failure });
    submit();
    await waitFor(() => expect(document.body.textContent).toContain('Error setting the log level'));
  });

  it('shows a warning of the server [LOG-12]', async () => {
    const warning = 'The time was moved to 09:33 UTC.';
    const { submit } = await opened(plain, { set: { warning, log_level: pending } });
    submit();
    await waitFor(() =>
      expect(document.querySelector('[data-toast="warn"]')?.textContent).toContain('The time was moved to 09:33 UTC.'),
    );
  });
});
