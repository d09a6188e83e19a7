/** Fastify as the service needs it: strict JSON, our headers on every answer, one shape of error. It knows no route. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { REQUEST_BODY_BYTES_MAX, REQUEST_ID_CHARACTERS_MAX } from '@svc/contract';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { ApiError } from '../errors/index.ts';
import type { Logger } from '../logging/index.ts';
import { createMetrics, type Metrics } from '../metrics/index.ts';
import { errorBody, NOT_FOUND, replyWithError } from './errors.ts';
import { readJsonBody } from './json-body.ts';
import { compileRequestValidator } from './request-validator.ts';
import { compileResponseSerializer } from './response-serializer.ts';
import { API_VERSION, BUILD_VERSION } from './version.ts';

const REQUEST_TIMEOUT_MS = 30_000;
const KEEP_ALIVE_TIMEOUT_MS = 72_000;
/** Above Node's limit for a request line: the route refuses an overlong value, with the name of the field. */
const PATH_PARAMETER_CHARACTERS_MAX = 20_000;

export function createHttpServer(logger: Logger, { errors }: Metrics = createMetrics()): FastifyInstance {
  const answerError = (error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    errors[replyWithError(error, request, reply)].add();
  };
  const loggerInstance: FastifyBaseLogger = logger;
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    // A child logger for each request costs more than most requests log; log calls name the request instead.
    childLoggerFactory: (shared) => shared,
    genReqId: requestId,
    requestIdHeader: false,
    bodyLimit: REQUEST_BODY_BYTES_MAX,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    routerOptions: { maxParamLength: PATH_PARAMETER_CHARACTERS_MAX },
    clientErrorHandler: answerUnreadable,
    frameworkErrors: (error, request, reply) => {
      // No hook runs for an unreadable address.
      setHeaders(reply, request.id);
      answerError(error, request, reply);
    },
  });
  app.setValidatorCompiler(compileRequestValidator);
  app.setSerializerCompiler(compileResponseSerializer);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (_request: unknown, body: Buffer) => (await readJsonBody(body)).value,
  );
  // The body is read up to its limit all the same: "too long" takes precedence over "not JSON".
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest) => {
    throw new fastify.errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(request.headers['content-type'] ?? 'none');
  });
  app.addHook('onRequest', (request, reply, done) => {
    setHeaders(reply, request.id);
    done();
  });
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((request, reply) =>
    answerError(NOT_FOUND(request.method, pathOf(request.url)), request, reply),
  );
  return app;
}

function setHeaders(reply: FastifyReply, requestId: string): void {
  reply.headers({ 'x-request-id': requestId, 'x-api-version': API_VERSION, 'x-svc-version': BUILD_VERSION });
}

const PLAIN_ID = new RegExp(`^[A-Za-z0-9._-]{1,${REQUEST_ID_CHARACTERS_MAX}}$`);

function requestId(request: IncomingMessage): string {
  const sent = request.headers['x-request-id'];
  return typeof sent === 'string' && PLAIN_ID.test(sent) ? sent : randomUUID();
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? url;
}

/** A request that is not HTTP never reaches a handler; it still gets an answer in our form. */
function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const id = randomUUID();
  const message = error.code === 'HPE_HEADER_OVERFLOW' ? 'The headers are too long.' : 'The request is not valid HTTP.';
  const body = JSON.stringify(errorBody(new ApiError('validation_error', { message }), id));
  socket.end(
    [
      'HTTP/1.1 400 Bad Request',
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${id}`,
      `x-api-version: ${API_VERSION}`,
      `x-svc-version: ${BUILD_VERSION}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
