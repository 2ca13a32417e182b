import { decodeLicence } from '@mission-control/contract/licences/calls';
import { api } from '../../lib/api/api.ts';

/** Has the server check a file and read its entries [LIC-05]. @throws ApiError */
export const sendFile = (file: File) => api.send(decodeLicence, { body: { file } });
