import { ChoiceField } from '../ui/field/choice-field.tsx';
import { AppliedFilter } from '../ui/table/applied-filter.tsx';
import { styled } from '../ui/theme/styled.ts';
import { tenantMatches, type TenantChoice } from './tenant-matches.ts';

const Picked = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 6,
  marginTop: 8,
  '&:empty': { display: 'none' },
});

interface PickListProps {
  /** `Tenants` */
  label: string;
  /** `tenant` */
  noun: string;
  choices: readonly TenantChoice[];
  /** Reads the choices; none if they are known. */
  query?: { readonly isPending: boolean; readonly isLoadingError: boolean };
  picked: readonly number[];
  /** What picking none means. */
  none?: 'All' | 'None';
  onChange: (picked: number[]) => void;
}

/** Picks several of many options by typing part of a name. */
export function PickList({ label, noun, choices, query, picked, none = 'All', onChange }: PickListProps) {
  const names = new Map(choices.map(({ id, name }) => [id, name]));
  return (
    <div>
      <ChoiceField<TenantChoice>
        label={label}
        listLabel={label}
        options={choices}
        value={null}
        onChange={(choice) => choice && !picked.includes(choice.id) && onChange([...picked, choice.id])}
        nameOf={({ name }) => name}
        keyOf={({ id }) => id}
        matches={(text) => tenantMatches(choices, text).filter(({ id }) => !picked.includes(id))}
        placeholder={picked.length === 0 ? none : `Add a ${noun}`}
        loading={query?.isPending ?? false}
        loadingText={`Loading the ${noun}s`}
        noneText={query?.isLoadingError ? `The ${noun}s could not be loaded.` : `No matching ${noun}.`}
      />
      <Picked>
        {picked.map((id) => (
          <AppliedFilter
            key={id}
            name={noun}
            value={names.get(id) ?? String(id)}
            removeLabel={`Remove ${names.get(id) ?? id}`}
            onRemove={() => onChange(picked.filter((other) => other !== id))}
          />
        ))}
      </Picked>
    </div>
  );
}
