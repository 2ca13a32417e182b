import { hasSecretName, hasSecretValue } from '@mission-control/contract/config/secrets';

const PASSWORD_OF_ADDRESS = /^[a-z][a-z0-9+.-]*:\/\/[^\s/:@]*:([^\s/@]+)@/i;
const OPTION = /^-{0,2}([\w.-]+)=(.+)$/s;
const BARE_OPTION = /^--?([\w.-]+)$/;

/** Secrets in environment variables, recognized by name or value, including passwords in URLs. */
export function secretVariables(variables: Readonly<Record<string, string>>): string[] {
  return Object.entries(variables).flatMap(([name, value]) => {
    const password = PASSWORD_OF_ADDRESS.exec(value)?.[1];
    return [
      ...(hasSecretName(name) || hasSecretValue(value) ? [value] : []),
      ...(password === undefined ? [] : [password, decoded(password)]),
    ];
  });
}

/** Secrets in arguments: `--token=x`, `PASSWORD=x`, and the value after `--password`. */
export function secretArguments(argv: readonly string[]): string[] {
  return argv.flatMap((argument, index) => {
    const [, name, value] = OPTION.exec(argument) ?? [];
    if (name !== undefined && value !== undefined)
      return secretVariables({ [name]: value }).filter((one) => hasSecretName(name) || one !== value);
    const before = BARE_OPTION.exec(argv[index - 1] ?? '')?.[1];
    return before !== undefined && hasSecretName(before) && !argument.startsWith('-') ? [argument] : [];
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
