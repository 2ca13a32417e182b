/** Monitors are leased in so many parts; one belongs to the part of its id modulo this. */
export const SHARDS = 16;
/** A lease lasts so long after it was renewed; the worker that holds it begins nothing that could outlast it. */
export const LEASE_MS = 15_000;
/** Leases are renewed, and those that ran out are taken, this often. */
export const RENEW_MS = 2_000;

interface Lease {
  shard: number;
  owner: string;
  until: number;
}

/**
 * Which leases a worker renews, and which it takes of those that nobody holds, up to its share. What is more than its share runs out
 * by itself: until then its last checks there have ended.
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
