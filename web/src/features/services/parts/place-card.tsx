import { RetryBanner } from '../../../ui/layout/banner.tsx';
import { allQueries, type QueryState } from '../../../lib/query/query-page.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import type { Place } from '../service-places.ts';
import type { EditedService } from '../use-service-edits.ts';
import { Fields } from './service-layout.ts';

interface PlaceFieldProps {
  place: Place;
  value: number | null;
  /** Includes names of places that cannot be chosen. */
  nameOf: (id: number) => string;
  /** Name of the tenant's region. */
  region: string;
  loading: boolean;
  /** Loading the choices failed. */
  failed: boolean;
  /** Server error of the place. */
  fault: string | undefined;
  onChoose: (id: number | null) => void;
}

/** A place select. A saved place outside the choices (other region or type) stays until another is chosen. */
function PlaceField({ place, value, nameOf, region, loading, failed, fault, onChoose }: PlaceFieldProps) {
  const { key, label, choices } = place;
  const odd = value !== null && !choices.some(({ id }) => id === value);
  const known = !loading && !failed;
  const options = [
    { value: '', label: 'None' },
    ...choices.map(({ id, name }) => ({ value: String(id), label: name })),
    ...(odd ? [{ value: String(value), label: loading ? 'Loading' : nameOf(value), disabled: known }] : []),
  ];
  const nothing =
    key === 'certificate'
      ? 'There is no certificate.'
      : `There is no ${label.toLowerCase().replace('sns', 'SNS')} in ${region}.`;
  return (
    <SelectField
      label={label}
      options={options}
      value={value === null ? '' : String(value)}
      error={fault}
      help={
        known && choices.length === 0 ? nothing : known && odd ? 'Not among the choices for this tenant.' : undefined
      }
      disabled={loading}
      onChange={(event) => onChoose(event.target.value === '' ? null : Number(event.target.value))}
    />
  );
}

interface PlaceCardProps {
  /** Name of the tenant's region. */
  region: string;
  edited: EditedService;
  /** Where the choices come from. */
  lists: Readonly<Record<'environments' | 'certificates', QueryState<unknown> & { isLoading: boolean }>>;
}

/**
 * Where the service runs: one select per kind of place it has [SVC-20]; none for the kinds it lacks [SVC-48]. Without the choices, saved
 * places stay visible.
 */
export function PlaceCard({ region, edited, lists }: PlaceCardProps) {
  const query = allQueries(lists);
  const loading = Object.values(lists).some(({ isLoading }) => isLoading);
  return (
    <Card title="Environments" subtitle={<span>{region}</span>}>
      <Fields>
        <RetryBanner query={query} title="The choices could not be loaded." />
        {edited.places.map((place) => (
          <PlaceField
            key={place.key}
            place={place}
            value={edited.chosen[place.key]}
            nameOf={(id) => edited.nameOf(place.key, id)}
            region={region}
            loading={loading}
            failed={query.error !== null}
            fault={edited.faults.get(place.key)}
            onChoose={(id) => edited.choose(place.key, id)}
          />
        ))}
      </Fields>
    </Card>
  );
}
