import { ChoiceField } from '../ui/field/choice-field.tsx';
import type { FieldFrame } from '../ui/field/field.tsx';
import { tenantMatches, type TenantChoice, type TenantName } from './tenant-matches.ts';

interface TenantFieldProps extends FieldFrame {
  /** From `choicesOf`. */
  choices: readonly TenantChoice[];
  /** The choices are loading. */
  loading: boolean;
  /** They could not be loaded. */
  failed?: boolean;
  value: TenantName | null;
  onChange: (tenant: TenantName | null) => void;
}

/** Selects one of thousands of tenants by part of its name or by id. */
export function TenantField({ choices, failed = false, onChange, ...field }: TenantFieldProps) {
  return (
    <ChoiceField<TenantName>
      {...field}
      listLabel="Tenants"
      options={choices}
      onChange={(tenant) => onChange(tenant && { id: tenant.id, name: tenant.name })}
      nameOf={({ name }) => name}
      keyOf={({ id }) => id}
      matches={(text) => tenantMatches(choices, text)}
      placeholder="Choose a tenant"
      loadingText="Loading the tenants"
      noneText={failed ? 'The tenants could not be loaded.' : 'No matching tenant.'}
    />
  );
}
