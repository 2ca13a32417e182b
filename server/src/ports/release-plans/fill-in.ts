import { secretArguments } from '../../platform/secrets/given-secrets.ts';
import type { CommandTemplate } from './port.ts';

/** Placeholders of a command; `node` is the console's own Node. */
export interface ReleaseValues {
  app: string;
  service: string;
  env: string;
  version: string;
  host: string;
  out: string;
  /** A local copy, its name on servers, and the path of the service on them, e.g. `prod/coursepro/strive`. */
  from: string;
  copy: string;
  path: string;
}

/** Replaces placeholders in a command. Each argument stays one argument, whatever its value; unknown placeholders stay unchanged. */
export const fillIn = (template: CommandTemplate, values: Partial<ReleaseValues>): string[] => {
  const known = new Map<string, string>([...Object.entries(values), ['node', process.execPath]]);
  return template.map((argument) =>
    argument.replaceAll(/\{([a-z]+)\}/g, (braces, name: string) => known.get(name) ?? braces),
  );
};

/** A command formatted for display, with secrets masked. */
export function shownCommand(template: CommandTemplate, values: Partial<ReleaseValues>): string {
  const secrets = secretArguments(template);
  return template
    .map((argument) => (argument === '{node}' ? 'node' : (fillIn([argument], values)[0] ?? '')))
    .map((argument) => secrets.reduce((text, secret) => text.replace(secret, () => '********'), argument))
    .map((argument) => (/^[\w./:=@%+,{}-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`))
    .join(' ');
}
