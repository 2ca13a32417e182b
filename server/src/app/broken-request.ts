import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ERROR_STATUS } from '@mission-control/contract/errors';
import { AppError } from '../platform/errors.ts';
import { errorBody } from './http-errors.ts';

/** Answers what is no request that could be routed, and closes the connection. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket, requestId: () => string): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const fault = faultOf(error.code);
  const status = error.code === 'HPE_HEADER_OVERFLOW' ? 431 : ERROR_STATUS[fault.code];
  const body = Buffer.from(JSON.stringify(errorBody(fault, requestId(), '')));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${body.length}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Connection: close',
  ].join('\r\n');
  // On a connection that has answered before, a second answer would be taken for that of the next request.
  if (socket.writable && !isAnswering(socket)) socket.write(Buffer.concat([Buffer.from(`${head}\r\n\r\n`), body]));
  socket.destroy();
}

function faultOf(code: string | undefined): AppError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new AppError('too_slow', 'The headers of the request did not arrive within 10 s.');
  if (code === 'HPE_HEADER_OVERFLOW') return new AppError('bad_request', 'The headers of the request are too large.');
  return new AppError('bad_request', 'This is no valid HTTP request.');
}

/** Node notes the answer that is being written on the socket. */
function isAnswering(socket: Socket): boolean {
  const { _httpMessage: answer } = socket as Socket & { _httpMessage?: { headersSent: boolean } | null };
  return answer?.headersSent === true;
}
