import type { Assembly } from '#serve/assemble-server.ts'
import { reportToParent, serverOptions } from './child-process.ts'
import { openServer } from './open-server.ts'

/** Serves the API from this child process until the benchmark stops it. */
export async function serveMeasured(options: Pick<Assembly, 'semanticSearch'> = {}) {
  const { dataset, poolSize } = serverOptions()
  const connection = { ...dataset.connection, max: poolSize }
  const { server, close } = await openServer(connection, { onError: (line) => console.error(line), ...options })
  reportToParent(await server.listen({ host: '127.0.0.1', port: 0 }), close)
}
