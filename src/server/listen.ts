/** Starts the server on a port and stops it when all requests are answered. */
import { getRequestListener } from '@hono/node-server'
import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { CallError, codeOf, reasonOf } from '../files/failures.ts'
import { application, type Service } from './app.ts'

/** The time limit for the head of a request, and the interval between checks for slow connections, in milliseconds. */
const HEAD_MILLISECONDS = 10_000
const CHECK_INTERVAL_MILLISECONDS = 500
/** The maximum number of connections that wait to be accepted. */
const BACKLOG = 4096

export interface Listening {
  readonly port: number
  /** Rejects new connections. Resolves when all requests are answered. */
  stop(): Promise<void>
}

/** Rejects with CallError if the port is not free. */
export async function listen(service: Service, host: string, port: number): Promise<Listening> {
  const limits = {
    headersTimeout: Math.min(HEAD_MILLISECONDS, 1000 * service.seconds),
    // For head and body together. The time limit of the body is shorter.
    requestTimeout: 2000 * service.seconds + HEAD_MILLISECONDS,
    connectionsCheckingInterval: CHECK_INTERVAL_MILLISECONDS,
  }
  const server = createServer(
    limits,
    getRequestListener(application(service).fetch, { errorHandler, hostname: 'localhost' }),
  )
  // Do not send `100 Continue` if the body is too large.
  server.on('checkContinue', (request, response) => {
    if (Number(request.headers['content-length'] ?? 0) <= service.budget.most) response.writeContinue()
    server.emit('request', request, response)
  })
  const requests = countRequests(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      const reason = codeOf(error) === 'EADDRINUSE' ? 'it is in use' : reasonOf(error)
      reject(new CallError(`cannot listen on ${host}, port ${port} (${reason}), expected one that is free`))
    })
    server.listen({ host, port, backlog: BACKLOG }, resolve)
  })
  const address = server.address() as AddressInfo
  return { port: address.port, stop: () => stop(server, service, requests) }
}

/** The answer to a request whose address or host is malformed. */
function errorHandler(): Response {
  const headers = { 'Content-Type': 'text/plain; charset=utf-8' }
  return new Response('the address or the host is not one, expected such as /models\n', {
    status: 400,
    headers,
  })
}

/** The number of unanswered requests of each connection. Clients may send a request before the previous answer. */
function countRequests(server: Server): ReadonlyMap<Socket, number> {
  const requests = new Map<Socket, number>()
  server.on('connection', (socket: Socket) => {
    requests.set(socket, 0)
    socket.once('close', () => requests.delete(socket))
  })
  const count = (socket: Socket, change: number): void => {
    const current = requests.get(socket)
    if (current !== undefined) requests.set(socket, current + change)
  }
  server.on('request', ({ socket }, response) => {
    count(socket, 1)
    response.once('close', () => count(socket, -1))
  })
  return requests
}

async function stop(server: Server, service: Service, requests: ReadonlyMap<Socket, number>): Promise<void> {
  service.stopping = true
  const closed = new Promise((resolve) => server.close(resolve))
  // Close connections without a request repeatedly, because requests can still arrive.
  const timer = setInterval(() => {
    for (const [socket, count] of requests) if (count === 0) socket.destroy()
  }, CHECK_INTERVAL_MILLISECONDS)
  await closed
  clearInterval(timer)
}
