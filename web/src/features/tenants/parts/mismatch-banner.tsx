import { ENV_MISMATCH, type EnvKind } from '@mission-control/contract/environments/rules';
import { Fragment } from 'react';
import { Banner } from '../../../ui/banner.tsx';

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });

/** Says which services stand on which kind of environment. */
export function MismatchBanner({ groups }: { groups: readonly { kind: EnvKind; services: readonly string[] }[] }) {
  return (
    <Banner meaning="warn" title={ENV_MISMATCH}>
      {groups.map(({ kind, services }, index) => (
        <Fragment key={kind}>
          {index === 0 ? '' : '; '}
          {list.format(services)} {services.length === 1 ? 'is' : 'are'} on <strong>{kind}</strong>
        </Fragment>
      ))}
      . Unknown types are left out of this check.
    </Banner>
  );
}
