import type { ConfigItem, ConfigState } from '@mission-control/contract/config/schema';
import { keyMeta, savedItem } from '../state/testing.ts';

interface Sent {
  added: { key: string; value: string }[];
  changed: { key: string; value: string }[];
  removed: string[];
  base_revision: number;
}

/** Serves the calls of the config screen from memory and records the requests. */
export class FakeServer {
  items: ConfigItem[] = [savedItem('HOST', 'a', { type: 3 }), savedItem('LEGACY', 'x'), savedItem('PORT', '1')];
  revision = 4;
  committed = 4;
  savedBy = 'Priya Shah';
  /** The kind of config that it has. */
  kind = 'coursepro';
  /** Role of the user. */
  role = 'admin';
  readonly asked: string[] = [];
  readonly saves: Sent[] = [];
  /** One-time responses that replace the default, by `METHOD path`. */
  readonly instead = new Map<string, Response>();

  readonly fetch = (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const address = typeof input === 'object' && 'url' in input ? input.url : String(input);
    const path = new URL(address, 'http://console.test').pathname;
    const call = `${init.method ?? 'GET'} ${path}`;
    // Calls that most tests ignore: presence, drafts, and the role that buttons request. Not recorded.
    if (path.startsWith('/api/presence/')) return Promise.resolve(Response.json({ people: [] }));
    if (path.startsWith('/api/draft/')) return Promise.resolve(Response.json({ person: 1, draft: null }));
    if (call === 'GET /api/console')
      return Promise.resolve(Response.json({ user: 'Amelia Hart', role: this.role, sandbox: false }));
    this.asked.push(call);
    const given = this.instead.get(call);
    this.instead.delete(call);
    if (given) return Promise.resolve(given);
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    return Promise.resolve(Response.json(this.answer(call.replace(`/${this.kind}`, '/coursepro'), body)));
  };

  private answer(call: string, body: unknown): unknown {
    switch (call) {
      case 'GET /api/tenant/7':
        return {
          tenant: {
            _id: 7,
            tenant_name: 'Brimham Active',
            deployment_group: 'production',
            config_drift: {},
            domains: {},
          },
        };
      case 'GET /api/keys/coursepro':
        return { keys: [keyMeta('FLAG', { type: 'boolean' }), keyMeta('PORT')], template: [] };
      case 'GET /api/tenant/7/coursepro/state':
        return this.state();
      case 'GET /api/tenant/7/coursepro':
        return this.items;
      case 'POST /api/tenant/7/coursepro':
        return this.save(body as Sent);
      case 'PUT /api/tenant/7/coursepro':
        this.committed = this.revision;
        return { type: 1, hash: `h${this.revision}`, service: 'coursepro', revision: this.revision, servers: [] };
      case 'GET /api/tenant/7/coursepro/validate':
        return { valid: false, errors: ['PORT must be a number'], warnings: ['a warning'] };
      case 'GET /api/tenant/7/coursepro/compare':
        return { from: 0, to: 0, changes: [] };
      case 'GET /api/tenant/7/coursepro/revisions':
        return { revisions: [] };
      default:
        return { content: '<?php', path: 'tenants/7/coursepro.php', hash: 'h', targets: [] };
    }
  }

  private save(sent: Sent) {
    this.saves.push(sent);
    const touched = new Map(
      [...sent.changed, ...sent.added].map((item) => [item.key, savedItem(item.key, item.value)]),
    );
    const kept = this.items.filter((item) => !sent.removed.includes(item.key) && !touched.has(item.key));
    this.items = [...kept, ...touched.values()];
    this.revision += 1;
    this.savedBy = 'Amelia Hart';
    return { warnings: ['HOST was odd'], revision: this.revision };
  }

  private state(): ConfigState {
    return {
      revision: this.revision,
      saved_at: '2026-03-01T10:00:00.000Z',
      saved_by: this.savedBy,
      hash: `h${this.revision}`,
      committed_revision: this.committed,
      committed_hash: `h${this.committed}`,
      committed_at: '2026-03-01T09:00:00.000Z',
      committed_by: 'Tom Okafor',
      targets: [{ host: 'eu-prod-web-03-a', environment: 'eu-prod-web-03' }],
      changes_waiting: this.revision - this.committed,
    };
  }
}
