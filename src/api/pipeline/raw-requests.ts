import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { errorResponseFor, writeErrorToSocket, writeRefusalToSocket } from './error-response.ts'
import { newRequestId } from './request-id.ts'
import { secondaryServers } from './secondary-servers.ts'

/* Requests that Node handles before Fastify sees them, and would answer without the contract's error body. */

const expectationRefused = errorResponseFor('BAD_REQUEST', 'Of the Expect header only 100-continue is supported.')
const tunnelRefused = errorResponseFor('METHOD_NOT_ALLOWED', 'This server is not a proxy.')

function refuseExpectation(_request: IncomingMessage, response: ServerResponse) {
  const text = JSON.stringify(expectationRefused.body)
  response
    .writeHead(expectationRefused.status, {
      'content-length': Buffer.byteLength(text),
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': newRequestId(),
      connection: 'close',
    })
    .end(text)
}

const refuseTunnel = (_request: IncomingMessage, socket: Socket) =>
  writeRefusalToSocket(tunnelRefused, socket, {
    'x-request-id': newRequestId(),
    allow: 'GET, POST, PATCH, PUT, DELETE',
  })

function answerRawRequests(server: HttpServer) {
  server.on('checkExpectation', refuseExpectation)
  server.on('connect', refuseTunnel)
}

export function addRawRequestHandlers(app: FastifyInstance) {
  answerRawRequests(app.server)
  app.addHook('onListen', async () => {
    for (const server of secondaryServers(app)) {
      answerRawRequests(server)
      server.on('clientError', (error, socket) => writeErrorToSocket(error, socket as Socket, newRequestId()))
      // Fastify hands upgrades to the first server, which has no use for them, so they would wait for ever.
      server.removeAllListeners('upgrade')
    }
  })
}
