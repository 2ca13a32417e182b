import { SERVICES } from '@mission-control/contract/services/catalogue';
import { deploymentTag } from '@mission-control/contract/tenants/rules';
import { useQuery } from '@tanstack/react-query';
import { Banner } from '../../../ui/banner.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { seededTenantQuery } from '../seed-queries.ts';

/** What seeding writes to, and a warning when that is a production tenant. */
export function SeedEffects({ tenant }: { tenant: { id: number; name: string } }) {
  const { data, error } = useQuery(seededTenantQuery(tenant.id));
  if (error)
    return (
      <Banner meaning="warn" title="What this tenant is could not be read.">
        {error.message}
      </Banner>
    );
  if (!data) return <Banner meaning="notice">Reading what {tenant.name} is</Banner>;
  const tag = deploymentTag(data.tenant.deployment_group);
  const services = SERVICES.filter(({ detailKey }) => data.tenant[detailKey] !== null).map(
    ({ displayName }) => displayName,
  );
  const isProduction = data.tenant.deployment_group === 'production';
  return (
    <Banner
      live
      meaning={isProduction ? 'warn' : 'notice'}
      title={
        <>
          {tag === null ? null : <Tag tone={tag.tone}>{tag.text}</Tag>}{' '}
          {isProduction ? 'This is a production tenant.' : `${tenant.name} gets demo data.`}
        </>
      }
    >
      The seed command writes demo data{' '}
      {services.length === 0 ? `for ${tenant.name}, which has no services` : `for ${services.join(', ')}`}. The console
      cannot take it back.
    </Banner>
  );
}
