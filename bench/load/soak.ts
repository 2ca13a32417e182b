// The load bench on PostgreSQL for an hour, which reveals slow growth.
// Run: node bench/load/soak.ts   (needs the Debian package postgresql)
process.argv.splice(2, Infinity, '3600', '300', 'postgres');
await import('./load.ts');
