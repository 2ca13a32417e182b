export const WSDL = 'http://schemas.xmlsoap.org/wsdl/';
export const WSDL_2 = 'http://www.w3.org/ns/wsdl';
export const MIME = 'http://schemas.xmlsoap.org/wsdl/mime/';
export const XML = 'http://www.w3.org/XML/1998/namespace';
export const XSD = 'http://www.w3.org/2001/XMLSchema';
export const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
export const ENCODING = 'http://schemas.xmlsoap.org/soap/encoding/';
export const SOAP_HTTP = 'http://schemas.xmlsoap.org/soap/http';

export const VERSIONS = {
  '1.1': {
    binding: 'http://schemas.xmlsoap.org/wsdl/soap/',
    envelope: 'http://schemas.xmlsoap.org/soap/envelope/',
  },
  '1.2': {
    binding: 'http://schemas.xmlsoap.org/wsdl/soap12/',
    envelope: 'http://www.w3.org/2003/05/soap-envelope',
  },
} as const;
export type SoapVersion = keyof typeof VERSIONS;
