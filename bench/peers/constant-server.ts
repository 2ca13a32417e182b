// A bare Fastify route that returns a constant: the baseline cost of an HTTP response.
import { parentPort, workerData } from 'node:worker_threads';
import fastify from 'fastify';

const body = workerData as string;
const app = fastify();
app.get('/constant', (_request, reply) => reply.type('application/json; charset=utf-8').send(body));
parentPort?.postMessage(await app.listen({ host: '127.0.0.1', port: 0 }));
