import { Card } from '../../../ui/card.tsx';
import { KeyValue } from '../../../ui/key-value.tsx';
import { ServiceBlock } from '../../../ui/service-block.tsx';
import type { ConfiguredService } from '../tenant-services.ts';
import { EnvironmentName } from './environment-name.tsx';
import { ServiceLink } from './service-link.tsx';

interface ServiceCardProps {
  entry: ConfiguredService;
  /** Environment names by id. */
  names: ReadonlyMap<number, string>;
}

/** A service to look at: its site and where it runs. */
export function ServiceCard({ entry: { service, state, url }, names }: ServiceCardProps) {
  return (
    <Card
      mark={<ServiceBlock letter={service.letter} hue={service.slug} size={32} />}
      title={service.displayName}
      subtitle={<ServiceLink url={url} />}
    >
      <KeyValue
        // Short labels: a long name of an environment keeps its kind beside it on a phone.
        labelWidth={64}
        rows={[
          { label: 'Web', value: <EnvironmentName id={state.web_environment_id} names={names} /> },
          service.environmentTypes.worker !== null && {
            label: 'Worker',
            value: <EnvironmentName id={state.worker_environment_id} names={names} />,
          },
        ]}
      />
    </Card>
  );
}
