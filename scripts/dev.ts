import { spawn } from 'node:child_process';

// The server restarts and the browser reloads on every change; vite proxies /api and /auth to the server.
const children = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/src/app/main.ts'], { stdio: 'inherit' }),
  spawn('vite', ['web'], { stdio: 'inherit' }),
];
const stop = () => {
  for (const child of children) child.kill('SIGTERM');
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
for (const child of children) {
  child.on('error', (error) => {
    console.error(error.message);
    stop();
  });
  child.on('exit', stop);
}
