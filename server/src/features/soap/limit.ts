import { AppError } from '../../platform/errors.ts';

const PER_PERSON = 2;
const IN_ALL = 12;

/** Lets each person have a few requests to tenants' APIs on their way, and all together not many more. */
export function createSoapLimit(): <T>(person: string, work: () => Promise<T>) => Promise<T> {
  const busy = new Map<string, number>();
  let all = 0;
  return async (person, work) => {
    const own = busy.get(person) ?? 0;
    if (own >= PER_PERSON)
      throw new AppError('too_many_attempts', `${PER_PERSON} of your requests are on their way. Wait until one ends.`);
    if (all >= IN_ALL)
      throw new AppError('too_many_attempts', 'Too many SOAP requests are on their way. Try again later.');
    busy.set(person, own + 1);
    all += 1;
    try {
      return await work();
    } finally {
      all -= 1;
      const left = (busy.get(person) ?? 1) - 1;
      if (left > 0) busy.set(person, left);
      else busy.delete(person);
    }
  };
}
