import { mdiDomain, mdiEarth } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState, type KeyboardEvent } from 'react';
import { Input, listArrow } from '../../../ui/field-parts.ts';
import { Field } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { styled } from '../../../ui/styled.ts';
import { color, narrow } from '../../../ui/tokens.ts';
import { chooserKey } from '../chooser-key.ts';
import { dashboardTenantsQuery } from '../queries.ts';
import { choicesOf, findChoice, matchingChoices, type DashboardChoice } from '../tenant-choices.ts';
import { ChoiceList } from './choice-list.tsx';

interface TenantSelectorProps {
  /** Id of the chosen tenant; none means all in production. */
  tenant: number | undefined;
  onChoose: (tenant: number | null) => void;
}

const Root = styled('div')({
  position: 'relative',
  width: 248,
  maxWidth: '100%',
  marginLeft: 4,
  '& > svg': {
    position: 'absolute',
    left: 10,
    top: '50%',
    transform: 'translateY(-50%)',
    color: color.text3,
    zIndex: 1,
  },
  '& input': { paddingLeft: 34, fontWeight: 500, textOverflow: 'ellipsis', cursor: 'pointer' },
  '& input[aria-expanded="true"]': { cursor: 'text' },
  [narrow]: { width: '100%', marginLeft: 0, marginTop: 4 },
});

/**
 * Whose numbers the page shows: all in production, or a tenant out of thousands. A field with a list of its own, since the page is
 * the first one after the sign-in and MUI's field would double what it loads.
 */
export function TenantSelector({ tenant, onChoose }: TenantSelectorProps) {
  const { data } = useQuery(dashboardTenantsQuery);
  const choices = useMemo(() => choicesOf(data?.data ?? []), [data]);
  const chosen = findChoice(choices, tenant);
  const list = useId();
  const [open, setOpen] = useState(false);
  /** What is typed; null until somebody types. */
  const [text, setText] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const found = useMemo(() => matchingChoices(choices, text ?? ''), [choices, text]);
  const show = () => {
    setOpen(true);
    setActive(Math.max(0, found.indexOf(chosen)));
  };
  const type = (next: string) => {
    setOpen(true);
    setText(next);
    setActive(0);
  };
  const close = () => {
    setOpen(false);
    setText(null);
  };
  const choose = (choice: DashboardChoice) => {
    close();
    if (choice.id !== chosen.id) onChoose(choice.id);
  };
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const act = chooserKey(event, open, active, found.length);
    if (!act) return;
    event.preventDefault();
    if (act === 'open') show();
    else if (act === 'close') close();
    else if (act !== 'choose') setActive(act.active);
    else if (found[active]) choose(found[active]);
  };
  return (
    <Root>
      <Icon path={chosen.id === null ? mdiEarth : mdiDomain} size={16} />
      <Field label="Tenant" hideLabel>
        {(control) => (
          <Input
            {...control}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={open}
            aria-controls={open ? list : undefined}
            aria-activedescendant={open && found[active] ? `${list}-${active}` : undefined}
            autoComplete="off"
            spellCheck={false}
            style={listArrow}
            value={text ?? chosen.name}
            onChange={(event) => type(event.target.value)}
            onClick={(event) => {
              if (!open) show();
              if (text === null) event.currentTarget.select();
            }}
            onFocus={(event) => event.currentTarget.select()}
            onBlur={close}
            onKeyDown={onKey}
          />
        )}
      </Field>
      {open ? (
        <ChoiceList
          id={list}
          choices={found}
          chosen={chosen.id}
          active={active}
          loading={data === undefined}
          onChoose={choose}
        />
      ) : null}
    </Root>
  );
}
