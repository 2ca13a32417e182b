import type { DatabaseRow } from '@mission-control/contract/databases/calls';

/** A database server as the tests need it. */
export function testDatabase(id: number, part: Partial<DatabaseRow> = {}): DatabaseRow {
  return {
    id,
    name: `eu-db-${String(id).padStart(2, '0')}`,
    notes: '',
    identifier: `db-${id}`,
    endpoint: `db-${id}.example.net:5432`,
    service: 'coursepro',
    region: 'eu-west-1',
    tenant_count: 12,
    db_activity_average: 3.9,
    db_activity_data: [2, 5],
    db_activity_spans: [0, 119],
    ...part,
  };
}
