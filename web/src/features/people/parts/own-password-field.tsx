import type { ComponentProps } from 'react';
import { TextField } from '../../../ui/field/text-field.tsx';

type Props = Pick<ComponentProps<typeof TextField>, 'autoFocus' | 'value' | 'error' | 'onChange'>;

/** The password of the user, which confirms their presence before a change that outlives the session (0095). */
export const OwnPasswordField = (props: Props) => (
  <TextField
    label="Your password"
    type="password"
    autoComplete="current-password"
    help="Not needed in the first ten minutes after a sign-in."
    {...props}
  />
);
