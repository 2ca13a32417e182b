/** Number of shards that monitors are leased in: a monitor belongs to shard `id % SHARDS`. */
export const SHARDS = 16;
/** Duration of a lease after its renewal; its holder starts nothing that could outlast it. */
export const LEASE_MS = 15_000;
/** Interval for renewing leases and taking expired ones. */
export const RENEW_MS = 2_000;

interface Lease {
  shard: number;
  owner: string;
  until: number;
}

/**
 * Decides which leases a worker renews, and which free ones it takes, up to its share. Leases beyond the share are left to expire; by then,
 * the last checks under them have ended.
 */
export function planLeases(me: string, workers: readonly string[], leases: readonly Lease[], now: number) {
  const all = new Set([...workers, me]);
  const share = Math.ceil(SHARDS / all.size);
  const held = new Map(leases.filter(({ until }) => until > now).map(({ shard, owner }) => [shard, owner]));
  const shards = Array.from({ length: SHARDS }, (_, shard) => shard);
  const mine = shards.filter((shard) => held.get(shard) === me);
  const free = shards.filter((shard) => !held.has(shard));
  return {
    keep: mine.slice(0, share),
    take: free.slice(0, Math.max(0, share - mine.length)),
  };
}
