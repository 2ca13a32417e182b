import type { Dialect } from '@mission-control/contract/members/columns';
import fc from 'fast-check';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findMariadb, startMariadb } from '../../../ports/testing/mariadb.ts';
import { findPostgres, startPostgres } from '../../../ports/testing/postgresql.ts';
import { requirePeers } from '../../../ports/testing/require-peers.ts';
import { sqlOf } from '../testing/validated.ts';

const [postgresPrograms, mariadbPrograms] = [findPostgres(), findMariadb()];
const missing = postgresPrograms && mariadbPrograms ? undefined : 'PostgreSQL or MariaDB is not installed';
requirePeers('The SQL of imported members is not executed', missing);

const TIMEOUT = 120_000;
type Row = Record<string, unknown>;

/** A tenant's database with one of several session settings. */
interface Tenant {
  /** Runs an SQL file and ends the session. */
  run(sql: string): Promise<void>;
  rows(sql: string): Promise<Row[]>;
  stop(): Promise<void>;
}

const schemaOf = (id: string, text: string, end: string) => [
  `create table centres (id ${id}, name varchar(200) not null)${end}`,
  `create table members (id ${id}, title varchar(50), pronouns varchar(50), first_name varchar(100), last_name varchar(100),
   gender varchar(50), date_of_birth date, address varchar(500), address_1 varchar(200), address_2 varchar(200),
   address_3 varchar(200), address_4 varchar(200), city varchar(100), county varchar(100), postcode varchar(20),
   medical_details ${text}, notes ${text}, home_centre_id bigint references centres(id))${end}`,
  `create table member_telephones (id ${id}, member_id bigint not null, kind varchar(20) not null, number varchar(50) not null,
   foreign key (member_id) references members(id))${end}`,
  `create table member_emails (id ${id}, member_id bigint not null, email varchar(254) not null, is_primary boolean not null,
   foreign key (member_id) references members(id))${end}`,
];

async function startMariadbTenant(session: string): Promise<Tenant> {
  if (!mariadbPrograms) throw new Error('MariaDB is not installed');
  const { port, admin, stop } = await startMariadb(mariadbPrograms);
  const open = (database: string) =>
    createConnection({ host: '127.0.0.1', port, ...admin, database, multipleStatements: true, dateStrings: true });
  const withConnection = async <T>(database: string, work: (at: Awaited<ReturnType<typeof open>>) => Promise<T>) => {
    const connection = await open(database);
    try {
      return await work(connection);
    } finally {
      await connection.end();
    }
  };
  const schema = schemaOf('bigint auto_increment primary key', 'text', ' default charset = utf8mb4').join(';');
  await withConnection('mysql', (at) => at.query('set global max_allowed_packet = 67108864; create database tenant_1'));
  await withConnection('tenant_1', (at) => at.query(schema));
  return {
    run: (sql) => withConnection('tenant_1', async (at) => void (await at.query(`${session};\n${sql}`))),
    rows: (sql) => withConnection('tenant_1', async (at) => (await at.query<RowDataPacket[]>(sql))[0]),
    stop,
  };
}

async function startPostgresTenant(session: string): Promise<Tenant> {
  const { url, stop } = await startPostgres(postgresPrograms ?? '');
  const query = async (sql: string): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: url, types: { getTypeParser: () => String } });
    await client.connect();
    try {
      return (await client.query<Row>(sql)).rows;
    } finally {
      await client.end();
    }
  };
  await query(schemaOf('bigint generated always as identity primary key', 'text', '').join(';'));
  return { run: async (sql) => void (await query(`${session};\n${sql}`)), rows: query, stop };
}

/** Texts that have broken importers, and fragments to combine. */
const CORPUS = [
  "'", "''", '"', '`', '\\', "\\'", "\\\\'", "'--", "' or 1=1 -- ", '*/', '/*', '/*!50000 drop table members */', '#',
  "'); drop table members; --", ';\ncommit;\n', '\ndelimiter //\n', '\\g', '\\!', '\\.', '$$', '$a$', '${x}', '?', ':name',
  '%', '_', '\u02bc', '\uff07', '\u2019', '뽜', '縗\\', '\u00bf\\', 'é', 'e\u0301', '😀', '👩‍👩‍👧', '\u202e', '\u200f', 'שלום',
  'مرحبا', '\ufeff', '\u0001', '\u0008', '\u001a', '\u007f', '\u0085', '\u2028', '\t', '\r\n', '\n', '\uffff', '\u{10ffff}',
  'NULL', '0x41', "x'41'", "_latin1'a'", '<b>', '日本', 'Ω', ' a ',
]; // prettier-ignore

const hostile = fc
  .array(
    fc.oneof(fc.constantFrom(...CORPUS), fc.string({ unit: 'binary', maxLength: 8 }), fc.string({ maxLength: 8 })),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  // NUL is refused, tested elsewhere.
  .map((parts) => parts.join('').replaceAll('\0', 'n'));

const HEADERS = [
  'First Name',
  'Last Name',
  'Address 1',
  'Medical Details',
  'Dietary Requirements',
  'Notes',
  'Contact Info',
  'Home Centre',
  'Email Address',
  'Email Address',
  'Mobile Telephone',
];
const centre = (n: number) => `Centre ${n} '\\"; -- ü 😀`;

const [COUNT, SEED] = [10_000, 20_261_121];
const texts = fc.sample(fc.tuple(hostile, hostile, hostile, hostile, hostile, hostile, hostile), {
  numRuns: COUNT,
  seed: SEED,
});
const members = texts.map(([first, ...others], n) => [
  // Every row has a name, so every row is a member.
  `${n}${first}`,
  ...others,
  n % 3 === 2 ? 'No such centre' : centre(n % 3),
  `m${n}@example.org`,
  n % 2 === 0 ? `second.m${n}@example.org` : '',
  Array.from(others[1] ?? '')
    .slice(0, 20)
    .join(''),
]);
const orNull = (text = '') => (text.trim() === '' ? null : text.trim());
const joined = (...lines: (string | null)[]) => lines.filter((line) => line !== null).join('\n') || null;
const expected = members.map(([first, last, line, medical, dietary, notes, contact], n) => ({
  first_name: orNull(first),
  last_name: orNull(last),
  address_1: orNull(line),
  medical_details: joined(
    orNull(dietary) === null ? null : `Dietary Requirements: ${orNull(dietary)}`,
    orNull(medical),
  ),
  notes: joined(orNull(notes), orNull(contact) === null ? null : `Contact Info: ${orNull(contact)}`),
  home_centre: n % 3 === 2 ? null : centre(n % 3),
}));

const ENGINES: [name: string, dialect: Dialect, start: () => Promise<Tenant>][] = [
  ['MariaDB as it comes', 'mariadb', () => startMariadbTenant("set sql_mode = ''; set names latin1")],
  [
    'MariaDB without backslashes, with steps of ids',
    'mariadb',
    () =>
      startMariadbTenant("set sql_mode = 'ORACLE,NO_BACKSLASH_ESCAPES', auto_increment_increment = 3; set names gbk"),
  ],
  ['PostgreSQL', 'postgres', () => startPostgresTenant('set standard_conforming_strings = on')],
  [
    'PostgreSQL with backslashes',
    'postgres',
    () => startPostgresTenant('set standard_conforming_strings = off; set backslash_quote = on'),
  ],
];

describe.skipIf(missing).each(ENGINES)('%s', (_name, dialect, start) => {
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await start();
    // Centres are inserted without parameters, which the databases do not share; one name occurs twice.
    for (const name of [centre(0), centre(1), 'Twice', 'Twice'])
      await tenant.rows(`insert into centres (name) values (${parameterless(name, dialect)})`);
  }, TIMEOUT);
  afterAll(() => tenant?.stop());
  const tables = () =>
    tenant.rows(
      `select count(*) as n from information_schema.tables where table_type like '%T%' and table_name not like 'pg_%'`,
    );

  it(
    'holds 10,000 hostile members exactly as they stand in the spreadsheet [IMP-07]',
    async () => {
      const before = await tables();
      await tenant.run(sqlOf({ headers: HEADERS, members, dialect }));
      const found = await tenant.rows(
        `select first_name, last_name, address_1, medical_details, m.notes, c.name as home_centre
         from members m left join centres c on c.id = m.home_centre_id order by m.id`,
      );
      expect(found).toHaveLength(COUNT);
      expect(found.findIndex((row, n) => JSON.stringify(row) !== JSON.stringify(expected[n]))).toBe(-1);
      expect(await tables()).toEqual(before);
    },
    TIMEOUT,
  );

  it('gives telephones and e-mails to their member, the first e-mail as the primary one [IMP-20, IMP-21]', async () => {
    const emails = await tenant.rows(
      `select e.email, case when e.is_primary then 'yes' else 'no' end as is_primary
       from members m join member_emails e on e.member_id = m.id order by m.id, e.id`,
    );
    expect(emails).toEqual(
      members.flatMap((cells, n) => [
        { email: `m${n}@example.org`, is_primary: 'yes' },
        ...(cells[9] === '' ? [] : [{ email: cells[9], is_primary: 'no' }]),
      ]),
    );
    const numbers = await tenant.rows(
      'select t.kind, t.number from members m join member_telephones t on t.member_id = m.id order by m.id',
    );
    const tidy = members.map((cells) => (cells[10] ?? '').trim().replaceAll(/\s+/g, ' ')).filter(Boolean);
    expect(numbers).toEqual(tidy.map((number) => ({ kind: 'mobile', number })));
  });

  it('leaves the home centre unset without a match or with two [IMP-22]', async () => {
    const [before] = await tenant.rows('select max(id) as id from members');
    const rows = [
      ['Ann', ` ${centre(1).replace('Centre', 'CENTRE')} `],
      ['Bea', 'Nowhere'],
      ['Cat', 'Twice'],
      ['Dan', ''],
    ];
    await tenant.run(sqlOf({ headers: ['First Name', 'Home Centre'], members: rows, dialect }));
    const found = await tenant.rows(
      `select first_name, c.name from members m left join centres c on c.id = m.home_centre_id
       where m.id > ${String(before?.['id'])} order by m.id`,
    );
    expect(found.map(Object.values)).toEqual([
      ['Ann', centre(1)],
      ['Bea', null],
      ['Cat', null],
      ['Dan', null],
    ]);
  });

  it('contains nothing of a file that fails at its end', async () => {
    const [before] = await tenant.rows('select count(*) as n from members');
    const rows = Array.from({ length: 1_200 }, (_, n) => [`Row ${n}`, n === 1_100 ? 'x'.repeat(100) : 'y']);
    await tenant.rows(
      `alter table members add constraint short check (last_name is null or last_name <> '${'x'.repeat(100)}')`,
    );
    const running = tenant.run(sqlOf({ headers: ['First Name', 'Last Name'], members: rows, dialect }));
    await expect(running).rejects.toThrow(/short/);
    expect(await tenant.rows('select count(*) as n from members')).toEqual([before]);
  });
});

/** A text as SQL by code points, without a literal. */
function parameterless(text: string, dialect: Dialect): string {
  const points = Array.from(text, (character) => character.codePointAt(0) ?? 0);
  return dialect === 'postgres'
    ? points.map((point) => `chr(${point})`).join(' || ')
    : `convert(concat(${points.map((point) => `char(${point} using utf32)`).join(', ')}) using utf8mb4)`;
}
