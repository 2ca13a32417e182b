import Autocomplete from '@mui/material/Autocomplete';
import { choicePaper } from '../../../ui/choice-paper.ts';
import { Input, listArrow } from '../../../ui/field-parts.ts';
import { Field } from '../../../ui/field.tsx';

interface Account {
  _id: number;
  trading_name: string;
}

interface AccountFieldProps {
  accounts: readonly Account[];
  /** Id of the chosen account, shown by its number until the list is there; null: there is none to choose. */
  value: number | null;
  onChange: (id: number) => void;
  help: string | undefined;
}

/** An account out of hundreds: type a part of its name, or scroll. */
export function AccountField({ accounts, value, onChange, help }: AccountFieldProps) {
  const unknown = { _id: value ?? 0, trading_name: value === null ? 'There is no account yet' : `#${value}` };
  const chosen = accounts.find(({ _id }) => _id === value) ?? unknown;
  return (
    <Field label="Account" help={help}>
      {(control) => (
        <Autocomplete<Account, false, true>
          id={control.id}
          options={[...accounts]}
          value={chosen}
          onChange={(_event, account) => onChange(account._id)}
          getOptionLabel={(account) => account.trading_name}
          getOptionKey={(account) => account._id}
          isOptionEqualToValue={(a, b) => a._id === b._id}
          disableClearable
          autoHighlight
          selectOnFocus
          handleHomeEndKeys
          noOptionsText="No account has this in its name."
          slotProps={{
            paper: { sx: choicePaper },
            // Inside the dialog, so that it belongs to it for screen readers too; fixed, so that the dialog does not cut it off.
            popper: { disablePortal: true, popperOptions: { strategy: 'fixed' } },
            listbox: { 'aria-label': 'Accounts', 'aria-labelledby': undefined },
          }}
          renderInput={({ slotProps }) => (
            <div ref={slotProps.input.ref}>
              <Input
                {...slotProps.htmlInput}
                style={listArrow}
                aria-describedby={control['aria-describedby']}
                spellCheck={false}
              />
            </div>
          )}
        />
      )}
    </Field>
  );
}
