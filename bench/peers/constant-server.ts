// A bare Fastify route that returns a constant: the baseline cost of an HTTP response.
import { parentPort, workerData } from 'node:worker_threads';
import fastify from 'fastify';

const body = workerData as string;
const etag = '"constant"';
const app = fastify();
app.get('/constant', (request, reply) => {
  if (request.headers['if-none-match'] === etag) return reply.code(304).header('etag', etag).send();
  return reply.type('application/json; charset=utf-8').send(body);
});
parentPort?.postMessage(await app.listen({ host: '127.0.0.1', port: 0 }));
