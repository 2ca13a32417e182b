// A server that takes an afternoon to write with Fastify and pg, on the console's database: looks up a session by the hash of its bearer
// token, reads one row of one table, and changes it together with an audit row in one transaction. No list of calls, roles, limits or
// validation, no live events, no hash chain, no services or configs of the tenant. For react-admin it returns a page of `bare_tenants`,
// searched by name, as ra-data-simple-rest requests it, and serves the files of a page to everybody.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import fastify from 'fastify';
import pg from 'pg';

const [url = '', token = '', files = ''] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, max: 20 });
const app = fastify();
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

await pool.query(
  'create table if not exists bare_sessions (hash text primary key, name text not null, ends timestamptz)',
);
await pool.query(
  'create table if not exists bare_audit (id serial primary key, at timestamptz, name text, tenant integer, change jsonb)',
);
await pool.query(`insert into bare_sessions values ($1, 'bench', now() + interval '1 day') on conflict do nothing`, [
  hashOf(token),
]);

declare module 'fastify' {
  interface FastifyRequest {
    name: string;
  }
}
app.decorateRequest('name', '');
app.addHook('onRequest', async (request, reply) => {
  if (request.url === '/' || request.url.startsWith('/assets/')) return;
  const text = 'select name from bare_sessions where hash = $1 and ends > now()';
  const hash = hashOf(request.headers.authorization?.slice('Bearer '.length) ?? '');
  const { rows } = await pool.query<{ name: string }>({ name: 'session', text, values: [hash] });
  if (!rows[0]) return reply.code(401).send({ message: 'Sign in first.' });
  request.name = rows[0].name;
});

app.get<{ Params: { id: string } }>('/tenant/:id', async ({ params }) => {
  const text = 'select * from tenants where id = $1';
  const { rows } = await pool.query<object>({ name: 'read', text, values: [Number(params.id)] });
  return { tenant: rows[0] };
});

app.patch<{ Params: { id: string }; Body: { staging: boolean } }>('/tenant/:id', async ({ params, body, name }) => {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query<object>({
      name: 'write',
      text: 'update tenants set staging = $2, version = version + 1, updated_at = now(), updated_by = $3 where id = $1 returning *',
      values: [Number(params.id), body.staging, name],
    });
    await client.query({
      name: 'audit',
      text: 'insert into bare_audit (at, name, tenant, change) values (now(), $1, $2, $3)',
      values: [name, Number(params.id), JSON.stringify(body)],
    });
    await client.query('commit');
    return { tenant: rows[0] };
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
});

/** ra-data-simple-rest sends JSON in its query. */
interface ListQuery {
  range: string;
  sort: string;
  filter: string;
}
app.get<{ Querystring: ListQuery }>('/tenants', async ({ query }, reply) => {
  const [from = 0, to = 0] = JSON.parse(query.range) as number[];
  const [column = '', order] = JSON.parse(query.sort) as string[];
  const { q = '' } = JSON.parse(query.filter) as { q?: string };
  const sorted = `${pg.escapeIdentifier(column)} ${order === 'ASC' ? 'asc' : 'desc'}, id`;
  const { rows } = await pool.query<{ total: string; tenant: object }>(
    `select count(*) over () as total, to_json(t) as tenant from bare_tenants t where tenant_name ilike $1 order by ${sorted} limit $2 offset $3`,
    [`%${q}%`, to - from + 1, from],
  );
  reply.header('content-range', `tenants ${from}-${to}/${rows[0]?.total ?? 0}`);
  return rows.map(({ tenant }) => tenant);
});

app.get('/', (_, reply) => reply.type('text/html').send(readFileSync(join(files, 'index.html'))));
app.get<{ Params: { name: string } }>('/assets/:name', ({ params }, reply) => {
  const type = params.name.endsWith('.js') ? 'text/javascript' : 'text/css';
  return reply
    .type(type)
    .header('cache-control', 'public, max-age=31536000, immutable')
    .send(readFileSync(join(files, 'assets', basename(params.name))));
});

console.log(`answers on ${await app.listen({ host: '127.0.0.1', port: 0 })}`);
