import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Round-robin TCP balancer; a server that refuses the connection is skipped. */
export async function startBalancer(ports: readonly number[]) {
  let next = 0
  const open = new Set<Socket>()
  const forward = (socket: Socket, left: number) => {
    if (left === 0) return void socket.destroy()
    const server = connect(ports[next++ % ports.length]!, '127.0.0.1')
    server.once('error', () => (server.readyState === 'open' ? socket.destroy() : forward(socket, left - 1)))
    server.once('connect', () => {
      server.removeAllListeners('error').on('error', () => socket.destroy())
      socket.pipe(server).pipe(socket)
    })
    socket.once('close', () => server.destroy())
  }
  const balancer = createServer((socket) => {
    open.add(socket.on('error', () => {}).on('close', () => open.delete(socket)))
    forward(socket, ports.length)
  })
  await new Promise<void>((resolve) => balancer.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`,
    async stop() {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => balancer.close(resolve))
    },
  }
}
