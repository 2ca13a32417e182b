import { SelectField } from '../../../ui/select-field.tsx';
import type { Place } from '../service-places.ts';

interface PlaceFieldProps {
  place: Place;
  value: number | null;
  /** Also of what cannot be chosen. */
  nameOf: (id: number) => string;
  /** Name of the tenant's region. */
  region: string;
  loading: boolean;
  /** The choices could not be read. */
  failed: boolean;
  /** What the server has against it. */
  fault: string | undefined;
  onChoose: (id: number | null) => void;
}

/** A select of a place. What is saved but is no choice (another region, another type) stays until another is chosen. */
export function PlaceField({ place, value, nameOf, region, loading, failed, fault, onChoose }: PlaceFieldProps) {
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
