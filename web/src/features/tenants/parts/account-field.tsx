import Autocomplete from '@mui/material/Autocomplete';
import { Input, listArrow } from '../../../ui/field-parts.ts';
import { Field } from '../../../ui/field.tsx';
import { color, radius, shadow } from '../../../ui/tokens.ts';

interface Account {
  _id: number;
  trading_name: string;
}

interface AccountFieldProps {
  accounts: readonly Account[];
  /** Id of the chosen account; one that is not in the list is shown by its number. */
  value: number;
  onChange: (id: number) => void;
  help: string | undefined;
}

const paper = {
  marginTop: '4px',
  background: color.raised,
  border: `1px solid ${color.lineStrong}`,
  borderRadius: `${radius.card}px`,
  boxShadow: shadow.menu,
  color: color.text3,
  fontSize: 13,
  '& .MuiAutocomplete-listbox': { padding: '4px', maxHeight: 240 },
  '& .MuiAutocomplete-option': {
    minHeight: 32,
    padding: '4px 10px',
    borderRadius: `${radius.control}px`,
    fontSize: 13,
    color: color.text,
    '&[aria-selected="true"], &[aria-selected="true"].Mui-focused': { background: color.accentTint },
    '&.Mui-focused': { background: color.press },
  },
} as const;

/** An account out of hundreds: type a part of its name, or scroll. */
export function AccountField({ accounts, value, onChange, help }: AccountFieldProps) {
  const chosen = accounts.find(({ _id }) => _id === value) ?? { _id: value, trading_name: `#${value}` };
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
            paper: { sx: paper },
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
