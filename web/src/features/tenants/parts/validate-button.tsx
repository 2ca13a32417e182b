import type { ConfigKindSlug } from '@mission-control/contract/config/kinds';
import { useMutation } from '@tanstack/react-query';
import { toastError } from '../../../lib/toast-error.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { toast } from '../../../ui/toast.ts';
import { validateConfig } from '../queries-services.ts';

interface ValidateButtonProps {
  tenantId: number;
  config: ConfigKindSlug;
  /** The config by its name. */
  label: string;
}

/** Checks the saved config; every error and warning is told by itself [TEN-73..76]. */
export function ValidateButton({ tenantId, config, label }: ValidateButtonProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => validateConfig(tenantId, config),
    onSuccess: ({ valid, errors, warnings }) => {
      for (const error of errors) toast.error(error);
      for (const warning of warnings) toast.warning(warning);
      if (valid) toast.success(`${label} Config is valid`);
    },
    onError: (error) => toastError(error),
  });
  return (
    <ActionButton pending={isPending} onClick={() => mutate()}>
      Validate
    </ActionButton>
  );
}
