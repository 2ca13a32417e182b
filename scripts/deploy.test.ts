import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { calls } from '@mission-control/contract/calls';
import { envSchema } from '../server/src/app/settings/env.ts';
import { describe, expect, it } from 'vitest';

const read = (path: string): string => readFileSync(path, 'utf8');
/** The first group of every match. */
const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map((match) => match[1] ?? '');
const lines = (text: string): string[] => text.split('\n').filter((line) => !line.trimStart().startsWith('#'));

const dockerfile = lines(read('Dockerfile')).join('\n');
const compose = lines(read('compose.yaml')).join('\n');
const unit = lines(read('deploy/mission-control@.service')).join('\n');
const unitVariables = read('deploy/console.env.example');
const processVariables = read('deploy/web-1.env.example');
const composeVariables = read('deploy/compose.env.example');

const settings = new Set(Object.keys(envSchema.shape));
const unknown = (names: readonly string[]): string[] => names.filter((name) => !settings.has(name));
const assigned = (text: string): string[] => all(text, /^([A-Z][A-Z0-9_]*)=/gm);

// Not among the programs that CI installs: the Debian package of promtool includes a server that starts itself.
if (spawnSync('promtool', ['--version']).status === 0)
  it.each([
    ['check', 'config', 'prometheus.yml'],
    ['test', 'rules', 'rules.test.yml'],
  ])('promtool %s %s passes deploy/monitoring/%s', (verb, what, file) => {
    const { status, stdout, stderr } = spawnSync('promtool', [verb, what, `deploy/monitoring/${file}`], {
      encoding: 'utf8',
    });
    expect(status, `${stdout}${stderr}`).toBe(0);
  });

describe('the deployment files', () => {
  it('set only variables that the server reads', () => {
    const image = all(dockerfile, /^ENV (.*)$/gm).flatMap((line) => all(line, /([A-Z_]+)=/g));
    const services = all(compose, /(?:^ {2}|[,{] )([A-Z][A-Z_]+): /gm);
    const ofUnit = all(unit, /^Environment=(.*)$/gm).flatMap((line) => all(line, /([A-Z_]+)=/g));
    expect(services.length).toBeGreaterThan(6);
    expect(unknown(image)).toEqual([]);
    expect(unknown(services)).toEqual([]);
    // Git and ssh look for keys below HOME.
    expect(unknown(ofUnit)).toEqual(['HOME']);
    expect(unknown(assigned(unitVariables))).toEqual([]);
    expect(unknown(assigned(processVariables))).toEqual([]);
  });

  it('require the values listed in their examples, and contain no secrets', () => {
    const asked = new Set(all(compose, /\$\{([A-Z_]+)/g));
    expect([...asked].toSorted()).toEqual(assigned(composeVariables).toSorted());
    expect(composeVariables).toMatch(/^SECRETS_KEY=$/m);
    expect(unitVariables).toMatch(/^SECRETS_KEY=$/m);
    expect(`${dockerfile}${compose}`).not.toMatch(/(?:KEY|KEYS|PASSWORD|TOKEN)(?:: |=)[^$\s]/);
  });

  it('build the bundle with variables that its sources read', () => {
    const sources = read('web/src/app/tools/tools.ts');
    const built = all(dockerfile, /^ARG (VITE_[A-Z_]+)$/gm);
    expect(built).not.toEqual([]);
    expect(built.filter((name) => !sources.includes(`import.meta.env.${name} `))).toEqual([]);
  });

  it('refer to existing files and folders', () => {
    const copied = all(dockerfile, /^COPY (?!--from)(.*) \S+$/gm).flatMap((line) => line.split(' '));
    const mounted = all(compose, /- (\.\/[^:\s]+):/g);
    const started = [...all(unit, /^ExecStart=\S+ (\S+)$/gm), ...all(dockerfile, /^CMD \["node", "(.*)"\]$/gm)];
    const documents = all(unit, /^Documentation=file:\/\/\/opt\/mission-control\/(\S+)$/gm);
    expect(copied).toContain('package-lock.json');
    expect(mounted).toEqual(['./deploy/postgresql-role.sh', './deploy/nginx.conf', './deploy/tls']);
    expect(started).toHaveLength(2);
    const needed = [...copied, ...started, ...documents, './deploy/nginx.conf', './deploy/postgresql-role.sh'];
    expect(needed.filter((path) => !existsSync(path))).toEqual([]);
  });

  it('let the processes of a machine see each other, and nothing else', () => {
    expect(unit).toMatch(/^ProtectProc=invisible$/m);
    expect(unit).not.toMatch(/^(PrivateUsers|PrivatePIDs|ProcSubset)=/m);
  });

  it('point the proxy at existing processes and their ports', () => {
    const upstreams = all(read('deploy/nginx.conf'), /^ {2}server (\S+) /gm);
    const services = all(compose, /^ {2}(web-\d+):$/gm);
    const port = /PORT=(\d+)/.exec(dockerfile)?.[1];
    expect(upstreams).toEqual(services.map((name) => `${name}:${port}`));
  });

  it('allow the largest request body in the proxy', () => {
    const megabytes = Number(/client_max_body_size (\d+)m;/.exec(read('deploy/nginx.conf'))?.[1]);
    expect(megabytes * 1024 * 1024).toBeGreaterThanOrEqual(Math.max(...calls.map(({ bodyLimit = 0 }) => bodyLimit)));
  });
});
