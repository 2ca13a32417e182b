import { ENV_MISMATCH } from '@mission-control/contract/environments/rules';
import { Fragment } from 'react';
import { Banner } from '../../../ui/banner.tsx';
import { Link } from '../../../ui/link.tsx';
import type { KindGroup } from '../tenant-services.ts';

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });

interface MismatchBannerProps {
  tenantId: number;
  /** The smallest first. */
  groups: readonly KindGroup[];
}

/** Says which services stand on which kind of environment; leads to the odd one where there is just one. */
export function MismatchBanner({ tenantId, groups }: MismatchBannerProps) {
  const [odd, ...others] = groups[0]?.services ?? [];
  return (
    <Banner
      meaning="warn"
      title={ENV_MISMATCH}
      action={
        odd && others.length === 0 ? (
          <Link href={`/tenant/${tenantId}/${odd.slug}`}>{`Edit ${odd.displayName}`}</Link>
        ) : null
      }
    >
      {groups.map(({ kind, services }, index) => (
        <Fragment key={kind}>
          {index === 0 ? '' : '; '}
          {list.format(services.map((service) => service.displayName))} {services.length === 1 ? 'is' : 'are'} on{' '}
          <strong>{kind}</strong>
        </Fragment>
      ))}
      . Unknown types are left out of this check.
    </Banner>
  );
}
