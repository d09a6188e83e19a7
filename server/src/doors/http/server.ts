// SPDX-License-Identifier: Apache-2.0
/** Fastify as the service needs it: strict JSON, our headers on every answer, one shape of error. It knows no route. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { REQUEST_BODY_BYTES_MAX, REQUEST_ID_CHARACTERS_MAX, UPSTREAM_TIMEOUT_MS_MAX } from '@svc/contract';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { invalid } from '../../platform/errors/index.ts';
import type { Logger } from '../../platform/logging/index.ts';
import { createMetrics, type Metrics } from '../../storage/metrics/index.ts';
import { answerUnreadable, answerUnwanted } from './broken-requests.ts';
import { isDraining } from './close-server.ts';
import { NOT_FOUND, replyWithError } from './errors.ts';
import { readJsonBody } from './json-body.ts';
import { compileRequestValidator } from './request-validator.ts';
import { compileResponseSerializer } from './response-serializer.ts';
import { checkSingleHeaders } from './single-headers.ts';
import { STANDARD_HEADERS } from './standard-headers.ts';

/** Time-outs of connections, in milliseconds. */
interface TimeOuts {
  /** From the start of a connection or request to the last byte of its headers. */
  headers: number;
  /** From the first byte of a request to its last one. */
  request: number;
  /** The two above are noticed this much later at most. */
  checkedEvery: number;
  /** Between two requests of a connection. */
  idle: number;
  /** While nothing moves on a connection: the client does not read its answer, or the answer does not come. */
  silence: number;
}

/** A forwarded call may wait for its upstream for UPSTREAM_TIMEOUT_MS_MAX, and its client hears nothing meanwhile. */
const SILENCE_MS = UPSTREAM_TIMEOUT_MS_MAX + 10_000;
const TIME_OUTS: TimeOuts = {
  headers: 10_000,
  request: 30_000,
  checkedEvery: 2_000,
  idle: 72_000,
  silence: SILENCE_MS,
};
/** Above Node's limit for a request line: the route refuses an overlong value, with the name of the field. */
const PATH_PARAMETER_CHARACTERS_MAX = 20_000;

export function createHttpServer(
  logger: Logger,
  { errors }: Metrics = createMetrics(),
  timeOuts: TimeOuts = TIME_OUTS,
): FastifyInstance {
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
    requestTimeout: timeOuts.request,
    connectionTimeout: timeOuts.silence,
    keepAliveTimeout: timeOuts.idle,
    exposeHeadRoutes: true,
    http: {
      // Node's own refusal has no body; the hook below answers in our form.
      requireHostHeader: false,
      headersTimeout: timeOuts.headers,
      connectionsCheckingInterval: timeOuts.checkedEvery,
    },
    return503OnClosing: false,
    routerOptions: { maxParamLength: PATH_PARAMETER_CHARACTERS_MAX },
    clientErrorHandler: answerUnreadable,
    frameworkErrors: (error, request, reply) => {
      // No hook runs for an unreadable address.
      setHeaders(reply, request.id);
      answerError(error, request, reply);
    },
  });
  answerUnwanted(app.server);
  app.setValidatorCompiler(compileRequestValidator);
  app.setSerializerCompiler(compileResponseSerializer);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, body: Buffer) => (await readJsonBody(request, body)).value,
  );
  // The body is read up to its limit all the same: "too long" takes precedence over "not JSON".
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest) => {
    throw new fastify.errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(request.headers['content-type'] ?? 'none');
  });
  app.addHook('onRequest', (request, reply, done) => {
    setHeaders(reply, request.id);
    if (isDraining(app)) reply.header('connection', 'close');
    checkSingleHeaders(request.raw);
    done();
  });
  // After the caller is known, and before a compressed body would be told to be no UTF-8.
  app.addHook('preParsing', (request, _reply, payload, done) => {
    checkContentEncoding(request.headers);
    done(null, payload);
  });
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((request, reply) =>
    answerError(NOT_FOUND(request.method, pathOf(request.url)), request, reply),
  );
  return app;
}

function setHeaders(reply: FastifyReply, requestId: string): void {
  reply.headers({ 'x-request-id': requestId, ...STANDARD_HEADERS });
}

/** @throws ApiError 400 for a body in another coding than its own */
function checkContentEncoding(headers: FastifyRequest['headers']): void {
  const { 'content-encoding': coding, 'content-length': length = '0', 'transfer-encoding': transfer } = headers;
  const hasBody = length !== '0' || transfer !== undefined;
  if (coding === undefined || !hasBody || /^\s*(?:identity\s*)?$/i.test(coding)) return;
  throw invalid('Content-Encoding', 'must be left out: send the body as it is, without compression');
}

const PLAIN_ID = new RegExp(`^[A-Za-z0-9._-]{1,${REQUEST_ID_CHARACTERS_MAX}}$`);

function requestId(request: IncomingMessage): string {
  const sent = request.headers['x-request-id'];
  return typeof sent === 'string' && PLAIN_ID.test(sent) ? sent : randomUUID();
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? url;
}
