// A bare Fastify route that answers a constant: what an answer over HTTP costs before the console does anything.
import { parentPort, workerData } from 'node:worker_threads';
import fastify from 'fastify';

const body = workerData as string;
const app = fastify();
app.get('/constant', (_request, reply) => reply.type('application/json; charset=utf-8').send(body));
parentPort?.postMessage(await app.listen({ host: '127.0.0.1', port: 0 }));
