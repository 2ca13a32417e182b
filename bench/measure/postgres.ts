import { findPostgres, startPostgres } from '../../server/src/ports/testing/postgresql.ts';

/** Starts a temporary PostgreSQL, for benches that need one. @param copyOf files of another one to start on */
export async function startInstalledPostgres(copyOf?: string): ReturnType<typeof startPostgres> {
  const programs = findPostgres();
  if (programs === undefined) throw new Error('Install PostgreSQL: apt-get install postgresql');
  return startPostgres(programs, copyOf === undefined ? {} : { copyOf });
}
