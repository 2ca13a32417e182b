import type { Role } from '@mission-control/contract/call';
import { IMPORTABLE_COLUMNS } from '@mission-control/contract/members/columns';
import { importedSheet, validated } from '@mission-control/contract/members/schema';
import { count } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFeatureApp } from '../../app/testing/feature-app.ts';
import { auditEvents } from '../../platform/audit/tables.ts';
import { setUpTestCtx } from '../../platform/testing/set-up-test-ctx.ts';
import { memberFeature } from './feature.ts';

const t = setUpTestCtx();
let app: FastifyInstance;
beforeAll(() => void (app = createFeatureApp(t, { routes: memberFeature.routes })));
afterAll(() => app.close());

const THREAD = 60_000;

async function call(
  method: 'GET' | 'POST',
  url: string,
  payload?: object | Buffer,
  headers: object = {},
  role = 'operator',
) {
  const answer = await app.inject({
    method,
    url,
    headers: { ...headers, authorization: role },
    ...(payload && { payload }),
  });
  return {
    status: answer.statusCode,
    type: answer.headers['content-type'],
    body: answer.json<Record<string, unknown>>(),
  };
}
const validate = (body: object, role?: Role) => call('POST', '/api/member/validate', body, {}, role);
async function upload(name: string, content: string | Uint8Array<ArrayBuffer>, role?: Role) {
  const form = new FormData();
  form.append('file', new File([content], name));
  const sent = new Response(form);
  const type = { 'content-type': sent.headers.get('content-type') ?? '' };
  return call('POST', '/api/member/importer', Buffer.from(await sent.arrayBuffer()), type, role);
}
const events = () => t.db.select().from(auditEvents);
const countOfEvents = async () => (await t.db.select({ n: count() }).from(auditEvents))[0]?.n;

describe('the columns of the importer', () => {
  it('are listed for every signed-in user [IMP-05]', async () => {
    const { status, body } = await call('GET', '/api/member/columns', undefined, {}, 'viewer');
    expect(status).toBe(200);
    expect(body['columns']).toEqual(IMPORTABLE_COLUMNS);
  });

  it('are those of the documents [IMP-16, IMP-17, IMP-18, IMP-19, IMP-20, IMP-21, IMP-22]', async () => {
    const documented =
      'Title|Pronouns|First Name|Last Name|Gender|Date of Birth|Address|Address 1|Address 2|Address 3|Address 4|City|County|Postcode|' +
      'Medical Details|Dietary Requirements|Contact Info|Email Address|Notes|Home Centre';
    const columns = (await call('GET', '/api/member/columns')).body['columns'] as string[];
    expect(columns).toEqual(expect.arrayContaining(documented.split('|')));
    expect(columns.filter((name) => name.endsWith(' Telephone'))).toHaveLength(4);
  });
});

describe('an uploaded spreadsheet', () => {
  const SHEET = 'Forename,Surname,E-mail,Shoe size\nAnn,Oak,a@x.org,5\n,,,\nBea,Ash,b@x.org,6\n';

  it(
    'returns its members, and the probable meaning of its columns [IMP-06, IMP-08]',
    async () => {
      const { status, type, body } = await upload('Spring intake.csv', SHEET);
      expect([status, type]).toEqual([200, 'application/json; charset=utf-8']);
      expect(importedSheet.parse(body)).toEqual({
        valid: true,
        header: ['Forename', 'Surname', 'E-mail', 'Shoe size'],
        members: [
          ['Ann', 'Oak', 'a@x.org', '5'],
          ['', '', '', ''],
          ['Bea', 'Ash', 'b@x.org', '6'],
        ],
        output: 'Spring-intake.sql',
        error: '',
        suggested: ['First Name', 'Last Name', 'Email Address', ''],
        count: 2,
        header_row: 1,
      });
    },
    THREAD,
  );

  it(
    'that is invalid gets the reason in the response [IMP-06]',
    async () => {
      const { status, body } = await upload('a.png', new Uint8Array(Buffer.from('89504e470d0a1a0a0000000d', 'hex')));
      expect(status).toBe(200);
      expect(importedSheet.parse(body)).toMatchObject({ valid: false, header: [], members: [], output: '' });
      expect(body['error']).toMatch(/\w/);
    },
    THREAD,
  );

  it('requires an operator, checked before the file is read', async () => {
    expect(await upload('a.csv', SHEET, 'viewer')).toMatchObject({ status: 403, body: { code: 'role_denied' } });
  });
});

describe('validating', () => {
  const BODY = { headers: ['First Name', 'Email Address'], members: [['Canary Ann', 'canary@x.org']] };

  it('returns SQL, warnings and errors [IMP-07]', async () => {
    const { status, body } = await validate(BODY);
    expect(status).toBe(200);
    expect(validated.parse(body)).toMatchObject({ valid: true, warnings: [], errors: [], count: 1 });
    expect(body['sql']).toContain("'Canary Ann'");
  });

  it('records the user and the number of members, but none of their data', async () => {
    await validate({ ...BODY, dialect: 'postgres' });
    const event = (await events()).at(-1);
    expect(event).toMatchObject({ action: 'members.written', after: { dialect: 'postgres', members: 1 } });
    expect(JSON.stringify(await events())).not.toMatch(/canary/i);
  });

  it('records nothing without SQL, and refuses a malformed body', async () => {
    const before = await countOfEvents();
    expect((await validate({ ...BODY, headers: ['First Name', 'First Name'] })).body['valid']).toBe(false);
    expect(await validate({ headers: [] })).toMatchObject({ status: 400, body: { code: 'bad_request' } });
    expect(await call('POST', '/api/member/validate')).toMatchObject({ status: 400 });
    expect(await countOfEvents()).toBe(before);
    expect(await validate(BODY, 'viewer')).toMatchObject({ status: 403 });
  });

  it(
    'processes thousands of members in a thread',
    async () => {
      const members = Array.from({ length: 20_000 }, (_, n) => [`Ann ${n}`, `m${n}@x.org`]);
      expect((await validate({ ...BODY, members })).body).toMatchObject({ valid: true, count: 20_000 });
      members.push(['', 'x']);
      expect((await validate({ ...BODY, members })).body).toMatchObject({ valid: false, sql: '' });
      expect(await validate({ ...BODY, members: [...members, ['a', 'b', 'c']] })).toMatchObject({
        status: 400,
        body: { error: 'members.20001 is wider than headers.' },
      });
    },
    THREAD,
  );
});
