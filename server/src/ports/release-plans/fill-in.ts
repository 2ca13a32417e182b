import { secretArguments } from '../../platform/secrets/given-secrets.ts';
import type { CommandTemplate } from './port.ts';

/** What may stand in braces in a command; `node` is the console's own Node. */
export interface ReleaseValues {
  app: string;
  service: string;
  env: string;
  version: string;
  host: string;
  out: string;
  /** A copy on this machine, the name it has on servers, and the place of the service on them: `prod/coursepro/strive`. */
  from: string;
  copy: string;
  path: string;
}

/** Puts values into a command: each argument stays one argument, whatever is in the value; other braces stay as they are. */
export const fillIn = (template: CommandTemplate, values: Partial<ReleaseValues>): string[] => {
  const known = new Map<string, string>([...Object.entries(values), ['node', process.execPath]]);
  return template.map((argument) =>
    argument.replaceAll(/\{([a-z]+)\}/g, (braces, name: string) => known.get(name) ?? braces),
  );
};

/** A command as a person would type it, its secrets masked. */
export function shownCommand(template: CommandTemplate, values: Partial<ReleaseValues>): string {
  const secrets = secretArguments(template);
  return template
    .map((argument) => (argument === '{node}' ? 'node' : (fillIn([argument], values)[0] ?? '')))
    .map((argument) => secrets.reduce((text, secret) => text.replace(secret, () => '********'), argument))
    .map((argument) => (/^[\w./:=@%+,{}-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`))
    .join(' ');
}
