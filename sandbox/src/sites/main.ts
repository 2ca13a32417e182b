import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { followControlFiles, keepScanning } from '../control-files.ts';
import { createSites } from './answer-site.ts';

// The sites of the fleet in a separate process. It prints its address to stdout and exits when stdin closes, i.e. whenever its
// parent ends. The argument is the folder of the fleet's servers.
const [, , fleet] = process.argv;
const control = fleet === undefined ? undefined : followControlFiles(fleet);
if (control) void keepScanning(control);
const server = createServer(createSites(control));
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`Sites answer on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.stdin.on('close', () => process.exit(0)).resume();
process.stdout.on('error', () => process.exit(0));
// Ctrl-C in a terminal reaches both processes, but the console may need the sites until it has stopped.
if (!process.stdin.isTTY) process.on('SIGINT', () => {});
