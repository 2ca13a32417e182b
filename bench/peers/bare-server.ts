// A bare Fastify + pg server on the console's database: the baseline for the console's own responses.
import fastify from 'fastify';
import pg from 'pg';

const [url = ''] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: url, max: 20 });
const app = fastify();
const statement = process.env['READ_STATEMENT'] ?? '';
const parameters = JSON.parse(process.env['READ_PARAMETERS'] ?? '[]') as unknown[];
/** Index of the tenant id among the parameters. */
const idPlace = parameters.indexOf(null);

const read = async (id: string): Promise<unknown> => {
  const values = parameters.with(idPlace, [Number(id)]);
  return (await pool.query<Record<string, unknown>>({ name: 'read', text: statement, values })).rows[0];
};

app.get<{ Params: { id: string } }>('/tenant/:id', async ({ params }) => ({ tenant: await read(params.id) }));

app.patch<{ Params: { id: string }; Body: { staging: boolean } }>('/tenant/:id', async ({ params, body }) => {
  await pool.query({
    name: 'write',
    text: 'update tenants set staging = $2, version = version + 1, updated_at = now(), updated_by = $3 where id = $1',
    values: [Number(params.id), body.staging, 'bench'],
  });
  return { tenant: await read(params.id) };
});

console.log(`answers on ${await app.listen({ host: '127.0.0.1', port: 0 })}`);
