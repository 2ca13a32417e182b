import type { IncomingMessage, ServerResponse } from 'node:http';
import { createDice } from '../random.ts';
import { centresOf } from './centres.ts';
import { soapAccount } from './soap-account.ts';
import { SOAP_TYPES, soapWsdl } from './soap-wsdl.ts';

const BODY_LIMIT = 1024 * 1024;
const ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/';
const LEVELS = ['Beginner', 'Improver', 'Advanced'];
const FIRST_COURSE = 5_001;
const COURSES = 8;

/** Input of a method: values by element name. */
interface Asked {
  host: string;
  value(name: string): string;
  values(name: string): string[];
}

/** An error reported to the caller. */
class Fault extends Error {}

/** The SOAP API of a CoursePro site: its WSDL, and its methods. */
export async function answerSoap(request: IncomingMessage, response: ServerResponse, host: string): Promise<void> {
  const query = (request.url ?? '').split('?')[1] ?? '';
  if (request.method === 'GET' && /^wsdl$/i.test(query)) return send(response, 200, soapWsdl(host));
  if (request.method === 'GET' && query === 'xsd=api') return send(response, 200, SOAP_TYPES);
  if (request.method !== 'POST') return send(response, 404, '<error>Not found.</error>');
  try {
    const text = (await readBody(request, BODY_LIMIT))?.toString('utf8');
    if (text === undefined) throw new Fault('The request is too large.');
    const method = /<(?:[\w.-]+:)?Body[^>]*>\s*<(?:[\w.-]+:)?([\w.-]+)/.exec(text)?.[1] ?? '';
    const answer = METHODS[method];
    if (!answer) throw new Fault('Unknown method.');
    const values = (name: string): string[] => valuesOf(text, name);
    const asked: Asked = { host, values, value: (name) => values(name)[0] ?? '' };
    if (method !== 'Login' && method !== 'Ping' && asked.value('sessionId') !== sessionOf(host))
      throw new Fault('The session has ended. Log in again.');
    const inner = answer(asked);
    send(
      response,
      200,
      enveloped(`<api:${method}Response xmlns:api="urn:coursepro:api">${inner}</api:${method}Response>`),
    );
  } catch (error) {
    const reason = error instanceof Fault ? error.message : 'The request cannot be read.';
    send(
      response,
      500,
      enveloped(`<soap:Fault><faultcode>soap:Client</faultcode><faultstring>${reason}</faultstring></soap:Fault>`),
    );
  }
}

const METHODS: Readonly<Record<string, (asked: Asked) => string>> = {
  Login: ({ host, value }) => {
    const account = soapAccount(host);
    if (value('username') !== account.username || value('password') !== account.password)
      throw new Fault('The user name or password is wrong.');
    return written('sessionId', sessionOf(host));
  },
  Ping: ({ host, value }) => written('site', host) + (value('text') === '' ? '' : written('text', value('text'))),
  ListCourses: ({ host, value }) => {
    if (!centresOf(host).some(({ id }) => String(id) === value('centreId')))
      throw new Fault('There is no such centre.');
    const level = value('level');
    return coursesOf(host)
      .filter((course) => level === '' || course.level === level)
      .filter((course) => value('onlyFree') !== 'true' || course.freePlaces > 0)
      .map(writtenCourse)
      .join('');
  },
  GetCourse: ({ host, value }) => writtenCourse(findCourse(host, value('courseId'))),
  FindMembers: ({ host, value }) => {
    const dice = createDice(1, `member ${host} ${value('number')}${value('email')}${value('lastName')}`);
    const name = `${dice.pick(['Ada', 'Ben', 'Cerys', 'Dev'])} ${value('lastName') || dice.pick(['Marsh', 'Okoro', 'Pugh'])}`;
    return `<api:member>${written('name', name)}${written('born', `${dice.int(1950, 2018)}-0${dice.int(1, 9)}-1${dice.int(0, 9)}`)}</api:member>`;
  },
  BookPlaces: ({ host, value, values }) => {
    const course = findCourse(host, value('courseId'));
    const members = values('born').length;
    if (members > course.freePlaces) throw new Fault('The course does not have enough free places.');
    return Array.from({ length: members }, (_, at) => written('booking', String(70_001 + course.id + at))).join('');
  },
  CancelBooking: ({ value }) => {
    if (Number(value('booking')) < 70_001) throw new Fault('There is no such booking.');
    return written('cancelled', 'true');
  },
};

const sessionOf = (host: string): string => createDice(1, `soap session ${host}`).token(32);

function coursesOf(host: string) {
  const dice = createDice(1, `courses ${host}`);
  return Array.from({ length: COURSES }, (_, at) => {
    const level = dice.pick(LEVELS);
    const title = `${level} ${dice.pick(['Swimming', 'Gymnastics', 'Trampoline', 'Diving'])}`;
    const starts = `2027-01-${String(dice.int(10, 28))}T${String(dice.int(9, 19)).padStart(2, '0')}:00:00`;
    return { id: FIRST_COURSE + at, title, level, starts, freePlaces: dice.int(0, 9) };
  });
}

function findCourse(host: string, id: string) {
  const course = coursesOf(host).find((one) => String(one.id) === id);
  if (!course) throw new Fault(`There is no such course; those of this site begin at ${FIRST_COURSE}.`);
  return course;
}

const writtenCourse = (course: ReturnType<typeof findCourse>): string =>
  `<api:course>${written('id', String(course.id))}${written('title', course.title)}${written('level', course.level)}` +
  `${written('starts', course.starts)}${written('freePlaces', String(course.freePlaces))}</api:course>`;

// The values keep the escaping of the request.
const written = (name: string, text: string): string => `<api:${name}>${text}</api:${name}>`;

/** Texts of elements, still escaped; the only client is the sandbox's own console. */
const valuesOf = (text: string, name: string): string[] =>
  [...text.matchAll(new RegExp(`<(?:[\\w.-]+:)?${name}(?:\\s[^<>]*)?>([^<]*)<`, 'g'))].map(([, value = '']) =>
    value.trim(),
  );

const enveloped = (body: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<soap:Envelope xmlns:soap="${ENVELOPE}"><soap:Body>${body}</soap:Body></soap:Envelope>`;

function send(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/xml; charset=utf-8' }).end(text);
}

/** The body; null if it has more bytes than `limit`. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > limit) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
