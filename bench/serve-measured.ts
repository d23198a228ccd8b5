import type { Assembly } from '#serve/assemble-server.ts'
import { reportToParent, serverOptions } from './child-process.ts'
import { openServer } from './open-server.ts'

/** Serves the API from this child process until the benchmark stops it. */
export async function serveMeasured(options: Pick<Assembly, 'semanticSearch'> = {}) {
  const { dataset, poolSize, limitsRates = false } = serverOptions()
  const connection = { ...dataset.connection, max: poolSize }
  const onError = (line: string) => console.error(line)
  const { server, close } = await openServer(connection, { onError, limitsRates, ...options })
  reportToParent(await server.listen({ host: '127.0.0.1', port: 0 }), close)
}
