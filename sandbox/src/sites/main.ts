import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSites } from './answer-site.ts';

// The sites of the fleet in a process of their own: whoever starts it reads the address from its output, and it ends when its input
// does, hence with the process that started it, however that ended.
const server = createServer(createSites());
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`Sites answer on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.stdin.on('close', () => process.exit(0)).resume();
// Ctrl-C in a terminal goes to both processes: the console may need the sites until it has stopped.
if (!process.stdin.isTTY) process.on('SIGINT', () => {});
