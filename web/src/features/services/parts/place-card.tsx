import { Card } from '../../../ui/card.tsx';
import type { EditedService } from '../use-service-edits.ts';
import { PlaceField } from './place-field.tsx';
import { ReadError, type ListRead } from './read-error.tsx';
import { Fields } from './service-layout.ts';

interface PlaceCardProps {
  /** Name of the tenant's region. */
  region: string;
  edited: EditedService;
  /** Where the choices come from. */
  reads: readonly ListRead[];
}

/** Where the service runs: one select for each kind of place that it has [SVC-20]; none is drawn for what it lacks [SVC-48]. */
export function PlaceCard({ region, edited, reads }: PlaceCardProps) {
  const loading = reads.some(({ isLoading }) => isLoading);
  return (
    <Card title="Environments" subtitle={<span>{region}</span>}>
      <Fields>
        <ReadError reads={reads} />
        {edited.places.map((place) => (
          <PlaceField
            key={place.key}
            place={place}
            value={edited.chosen[place.key]}
            nameOf={(id) => edited.nameOf(place.key, id)}
            region={region}
            loading={loading}
            failed={reads.some(({ error, data }) => Boolean(error) && !data)}
            fault={edited.faults.get(place.key)}
            onChoose={(id) => edited.choose(place.key, id)}
          />
        ))}
      </Fields>
    </Card>
  );
}
