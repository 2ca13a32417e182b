import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { importSmallInventory } from '../inventory/testing/small-inventory.ts';
import { createReportApi, type ReportApi } from './testing/report-api.ts';

const PAGE = new URL('../../../../docs/reporting.md', import.meta.url);

const t = setUpTestCtx(importSmallInventory);
let api: ReportApi;
beforeAll(() => void (api = createReportApi(t)));
afterAll(() => api.close());

/** The examples of the page in order: request line and JSON. */
function examples(): { request: string; json: string }[] {
  const blocks = readFileSync(PAGE, 'utf8').matchAll(/```(http|json)\n([\s\S]*?)```/g);
  return [...blocks].map(([, kind, text = '']) => ({
    request: kind === 'http' ? (text.split('\n', 1)[0] ?? '') : '',
    json: kind === 'json' ? text : '',
  }));
}

it('responds to the examples in docs/reporting.md as documented', async () => {
  const [mint, minted, tenants, ...reports] = examples();
  const [, path = ''] = mint?.request.split(' ') ?? [];
  const answer = (await api.ask('admin', 'POST', path)).json<{ environment_name: string; token: string }>();
  expect({ ...answer, token: 'mcr_...' }).toEqual(JSON.parse(minted?.json ?? ''));
  expect((await api.read(answer.token, '/api/report/tenants')).json()).toEqual(JSON.parse(tenants?.json ?? ''));

  let token = answer.token;
  const kinds: string[] = [];
  for (let at = 0; at < reports.length;) {
    const kind = /^POST \/api\/report\/([\w-]+)$/.exec(reports[at]?.request ?? '')?.[1] ?? '';
    kinds.push(kind);
    // The system is reported by the web environment, not by the worker.
    if (kind === 'system') token = await api.tokenOf('eu-prod-web-03');
    const body = reports[at + 1]?.json ?? '';
    for (at += 2; at < reports.length && reports[at]?.json; at += 1)
      expect((await api.report(token, kind, body)).json(), kind).toEqual(JSON.parse(reports[at]?.json ?? ''));
  }
  expect(kinds).toEqual(['cron', 'sdd-errors', 'versions', 'system', 'statistics', 'competencies']);
});
