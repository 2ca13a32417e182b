import { SERVICES } from '@mission-control/contract/catalogue';
import { isEverything } from '@mission-control/contract/windows/rules';
import type { WindowInput } from '@mission-control/contract/windows/schema';
import { useId } from 'react';
import { PickList } from '../../../lib/pick-list.tsx';
import { choicesOf } from '../../../lib/tenant-matches.ts';
import { useEnvironmentChoices, useTenantChoices } from '../../../lib/use-choices.ts';
import { Checkbox } from '../../../ui/field/checkbox.tsx';
import { FieldGroup } from '../../../ui/field/field-group.tsx';
import { Segment } from '../../../ui/field/segment.tsx';
import { SelectField } from '../../../ui/field/select-field.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import {
  DAYS,
  daysOf,
  monthlyRules,
  RECURRENCE_NAMES,
  recurrenceOf,
  RECURRENCES,
  recurrenceText,
  weekdayOf,
  weeklyRule,
  type Recurrence,
} from '../window-words.ts';

const Row = styled('div')({ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(120px, 1fr))', gap: 12 });
// A date with its time needs the width.
const Start = styled(Row)({ gridTemplateColumns: 'repeat(auto-fit, minmax(190px, 1fr))' });
const Days = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: '8px 14px' });

interface FieldsProps {
  input: WindowInput;
  faults: Readonly<Record<string, string>>;
  onChange: (part: Partial<WindowInput>) => void;
}

const services = choicesOf(SERVICES.map(({ displayName }, id) => ({ id, tenant_name: displayName })));

/** The scope of a window. */
export function ScopeFields({ input: { scope }, onChange }: FieldsProps) {
  const places = { tenants: useTenantChoices(), environments: useEnvironmentChoices() };
  const change = (part: Partial<WindowInput['scope']>) => onChange({ scope: { ...scope, ...part } });
  return (
    <FieldGroup legend="Applies to">
      {(['tenants', 'environments'] as const).map((field) => (
        <PickList
          key={field}
          label={field === 'tenants' ? 'Tenants' : 'Environments'}
          noun={field.slice(0, -1)}
          {...places[field]}
          picked={scope[field]}
          onChange={(picked) => change({ [field]: picked })}
        />
      ))}
      <PickList
        label="Services"
        noun="service"
        choices={services}
        picked={scope.services.map((slug) => SERVICES.findIndex((service) => service.slug === slug))}
        onChange={(picked) => change({ services: picked.flatMap((at) => SERVICES[at]?.slug ?? []) })}
      />
      {isEverything(scope) ? <p>Everything: all tenants, and every alert of the installation.</p> : null}
    </FieldGroup>
  );
}

/** The initial rule of a preset. */
function ruleOf(recurrence: Recurrence, { starts, rule }: WindowInput): string | null {
  if (recurrence === 'once') return null;
  if (recurrence === 'daily') return 'FREQ=DAILY';
  if (recurrence === 'weekly') return weeklyRule([weekdayOf(starts)]);
  if (recurrence === 'monthly') return monthlyRules(starts)[0] ?? null;
  return rule ?? 'FREQ=WEEKLY';
}

/** Adapts a preset rule to a new start day. */
function movedRule({ starts, rule }: WindowInput, next: string): string | null {
  if (next === '' || starts === '') return rule;
  const recurrence = recurrenceOf(rule);
  if (recurrence === 'weekly' && daysOf(rule).join() === weekdayOf(starts)) return weeklyRule([weekdayOf(next)]);
  const at = monthlyRules(starts).indexOf(rule ?? '');
  return at < 0 ? rule : (monthlyRules(next)[at] ?? monthlyRules(next)[0] ?? rule);
}

interface ZoneFieldProps {
  zone: string;
  fault: string | undefined;
  onChange: (zone: string) => void;
}

function ZoneField({ zone, fault, onChange }: ZoneFieldProps) {
  const list = useId();
  return (
    <div>
      <TextField
        label="Zone"
        value={zone}
        list={list}
        spellCheck={false}
        autoComplete="off"
        error={fault}
        onChange={(event) => onChange(event.target.value)}
      />
      <datalist id={list}>
        {Intl.supportedValuesOf('timeZone').map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
    </div>
  );
}

interface ScheduleFieldsProps extends FieldsProps {
  recurrence: Recurrence;
  onRecurrence: (recurrence: Recurrence) => void;
}

/** The schedule of a window. */
export function ScheduleFields({ input, faults, recurrence, onRecurrence, onChange }: ScheduleFieldsProps) {
  const { starts, minutes, zone } = input;
  const hours = Math.floor(minutes / 60);
  return (
    <>
      <Segment
        label="Repeats"
        options={RECURRENCES.map((value) => ({ value, label: RECURRENCE_NAMES[value] }))}
        value={recurrence}
        onChange={(next) => {
          onRecurrence(next);
          onChange({ rule: ruleOf(next, input) });
        }}
      />
      <Start>
        <TextField
          label={recurrence === 'once' ? 'Starts' : 'First starts'}
          type="datetime-local"
          value={starts}
          error={faults.starts}
          onChange={(event) => onChange({ starts: event.target.value, rule: movedRule(input, event.target.value) })}
        />
        <ZoneField zone={zone} fault={faults.zone} onChange={(next) => onChange({ zone: next })} />
      </Start>
      <Row>
        <TextField
          label="Hours"
          type="number"
          min={0}
          max={168}
          value={hours}
          error={faults.minutes}
          onChange={(event) => onChange({ minutes: Number(event.target.value) * 60 + (minutes % 60) })}
        />
        <TextField
          label="Minutes"
          type="number"
          min={0}
          max={59}
          value={minutes % 60}
          onChange={(event) => onChange({ minutes: hours * 60 + Number(event.target.value) })}
        />
      </Row>
      <RuleFields input={input} faults={faults} recurrence={recurrence} onChange={onChange} />
    </>
  );
}

function RuleFields({ input, faults, recurrence, onChange }: FieldsProps & { recurrence: Recurrence }) {
  const { starts, rule } = input;
  if (recurrence === 'weekly') {
    const days = daysOf(rule);
    return (
      <FieldGroup legend="On" fault={faults.rule}>
        <Days>
          {DAYS.map(({ code, name }) => (
            <Checkbox
              key={code}
              label={name}
              checked={days.includes(code)}
              onChange={(event) => {
                const next = event.target.checked ? [...days, code] : days.filter((day) => day !== code);
                // At least one day stays selected.
                onChange({ rule: weeklyRule(next) ?? rule });
              }}
            />
          ))}
        </Days>
      </FieldGroup>
    );
  }
  if (recurrence === 'monthly') {
    const rules = [...new Set([...monthlyRules(starts), ...(recurrenceOf(rule) === 'monthly' && rule ? [rule] : [])])];
    return (
      <SelectField
        label="On"
        options={rules.map((value) => ({ value, label: recurrenceText({ rule: value }) }))}
        value={rule ?? ''}
        error={faults.rule}
        onChange={(event) => onChange({ rule: event.target.value })}
      />
    );
  }
  if (recurrence !== 'rule') return null;
  return (
    <TextField
      label="Rule"
      mono
      autoComplete="off"
      spellCheck={false}
      value={rule ?? ''}
      help="An RRULE of RFC 5545 without times of day, such as FREQ=MONTHLY;BYDAY=-1SU;UNTIL=20271231"
      error={faults.rule}
      onChange={(event) => onChange({ rule: event.target.value.trim().toUpperCase() })}
    />
  );
}
