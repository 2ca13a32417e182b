import type { EnvironmentDetailRow } from '@mission-control/contract/environments/calls';

/** An environment as the tests need it. */
export function testEnvironment(id: number, part: Partial<EnvironmentDetailRow> = {}): EnvironmentDetailRow {
  return {
    _id: id,
    environment_name: `eu-prod-web-${String(id).padStart(2, '0')}`,
    environment_id: `i-${id}`,
    group_name: 'Blue',
    type: 1,
    services: ['coursepro'],
    region: { _id: 1, region_name: 'eu-west-1', description: 'Europe (Ireland)' },
    fqdn: `web-${id}.example.org`,
    server_count: 3,
    tenant_count: 12,
    ...part,
  };
}
