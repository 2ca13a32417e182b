const OPERATIONS = [
  ['Login', 'Opens a session of ten minutes.'],
  ['Ping', 'Says which site answers; needs no session.'],
  ['ListCourses', 'The courses of a centre.'],
  ['GetCourse', 'One course with its places.'],
  ['FindMembers', 'Members by number, mail address or name.'],
  ['BookPlaces', 'Books places on a course for members, and says how they are paid.'],
  ['CancelBooking', 'Cancels a booking.'],
] as const;

/** The WSDL of a CoursePro site; its types are in a file of their own, as frameworks write it. */
export function soapWsdl(host: string): string {
  const each = (write: (name: string, text: string) => string): string =>
    OPERATIONS.map(([name, text]) => write(name, text)).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>
<wsdl:definitions name="CoursePro" targetNamespace="urn:coursepro:api" xmlns:tns="urn:coursepro:api"
    xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xsd="http://www.w3.org/2001/XMLSchema">
  <wsdl:types>
    <xsd:schema><xsd:import namespace="urn:coursepro:api" schemaLocation="/soap?xsd=api"/></xsd:schema>
  </wsdl:types>
${each((name) => `  <wsdl:message name="${name}In"><wsdl:part name="parameters" element="tns:${name}"/></wsdl:message>`)}
${each((name) => `  <wsdl:message name="${name}Out"><wsdl:part name="parameters" element="tns:${name}Response"/></wsdl:message>`)}
  <wsdl:portType name="CourseProPort">
${each((name, text) => `    <wsdl:operation name="${name}"><wsdl:documentation>${text}</wsdl:documentation><wsdl:input message="tns:${name}In"/><wsdl:output message="tns:${name}Out"/></wsdl:operation>`)}
  </wsdl:portType>
  <wsdl:binding name="CourseProBinding" type="tns:CourseProPort">
    <soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>
${each((name) => `    <wsdl:operation name="${name}"><soap:operation soapAction="urn:coursepro:api#${name}"/><wsdl:input><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/></wsdl:output></wsdl:operation>`)}
  </wsdl:binding>
  <wsdl:service name="CoursePro">
    <wsdl:port name="CourseProPort" binding="tns:CourseProBinding"><soap:address location="http://${host}/soap"/></wsdl:port>
  </wsdl:service>
</wsdl:definitions>
`;
}

const element = (name: string, content: string): string =>
  `  <xsd:element name="${name}"><xsd:complexType><xsd:sequence>\n    ${content}\n  </xsd:sequence></xsd:complexType></xsd:element>`;
const field = (name: string, type: string, more = ''): string => `<xsd:element name="${name}" type="${type}"${more}/>`;
const told = (name: string, type: string, text: string, more = ''): string =>
  `<xsd:element name="${name}" type="${type}"${more}><xsd:annotation><xsd:documentation>${text}</xsd:documentation></xsd:annotation></xsd:element>`;
const choices = (name: string, ...values: string[]): string =>
  `  <xsd:simpleType name="${name}"><xsd:restriction base="xsd:string">${values.map((value) => `<xsd:enumeration value="${value}"/>`).join('')}</xsd:restriction></xsd:simpleType>`;

const OPTIONAL = ' minOccurs="0"';
const SESSION = field('sessionId', 'xsd:string');

/** The types of its messages. */
export const SOAP_TYPES = `<?xml version="1.0" encoding="UTF-8"?>
<xsd:schema targetNamespace="urn:coursepro:api" xmlns:tns="urn:coursepro:api" xmlns:xsd="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified">
${choices('Level', 'Beginner', 'Improver', 'Advanced')}
${choices('Reason', 'Illness', 'Moved away', 'Timetable', 'Other')}
  <xsd:complexType name="Member"><xsd:sequence>
    ${told('name', 'xsd:string', 'First and last name.')}
    ${field('born', 'xsd:date')}
    ${field('phone', 'xsd:string', ' minOccurs="0" maxOccurs="3"')}
    ${told('medicalNotes', 'xsd:string', 'What the teacher should know.', OPTIONAL)}
  </xsd:sequence></xsd:complexType>
  <xsd:complexType name="Course"><xsd:sequence>
    ${field('id', 'xsd:int')}${field('title', 'xsd:string')}${field('level', 'tns:Level')}${field('starts', 'xsd:dateTime')}${field('freePlaces', 'xsd:int')}
  </xsd:sequence></xsd:complexType>
${element('Login', `${field('username', 'xsd:string')}${field('password', 'xsd:string')}`)}
${element('LoginResponse', SESSION)}
${element('Ping', told('text', 'xsd:string', 'Comes back as it is.', OPTIONAL))}
${element('PingResponse', `${field('site', 'xsd:string')}${field('text', 'xsd:string', OPTIONAL)}`)}
${element('ListCourses', `${SESSION}${told('centreId', 'xsd:int', 'Number of the centre, from 101.')}${field('from', 'xsd:date', OPTIONAL)}${field('level', 'tns:Level', OPTIONAL)}${told('onlyFree', 'xsd:boolean', 'Leaves out full courses.')}`)}
${element('ListCoursesResponse', field('course', 'tns:Course', ' minOccurs="0" maxOccurs="unbounded"'))}
${element('GetCourse', `${SESSION}${field('courseId', 'xsd:int')}`)}
${element('GetCourseResponse', field('course', 'tns:Course'))}
${element('FindMembers', `${SESSION}<xsd:choice>${field('number', 'xsd:int')}${field('email', 'xsd:string')}<xsd:sequence>${field('lastName', 'xsd:string')}${field('firstName', 'xsd:string', OPTIONAL)}</xsd:sequence></xsd:choice>${field('limit', 'xsd:positiveInteger', ' minOccurs="0" default="20"')}`)}
${element('FindMembersResponse', field('member', 'tns:Member', ' minOccurs="0" maxOccurs="unbounded"'))}
${element('BookPlaces', `${SESSION}${field('courseId', 'xsd:int')}${field('member', 'tns:Member', ' maxOccurs="6"')}${field('startsAt', 'xsd:dateTime', OPTIONAL)}<xsd:element name="payment" minOccurs="0"><xsd:complexType><xsd:sequence>${field('amount', 'xsd:decimal')}${field('reference', 'xsd:string')}</xsd:sequence><xsd:attribute name="currency" type="xsd:NMTOKEN" default="GBP"/></xsd:complexType></xsd:element>`)}
${element('BookPlacesResponse', field('booking', 'xsd:int', ' maxOccurs="6"'))}
${element('CancelBooking', `${SESSION}${field('booking', 'xsd:int')}${field('reason', 'tns:Reason')}${field('notes', 'xsd:string', OPTIONAL)}`)}
${element('CancelBookingResponse', field('cancelled', 'xsd:boolean'))}
</xsd:schema>
`;
