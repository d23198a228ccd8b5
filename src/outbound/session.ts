import { lookupOf } from './connect.ts'
import { OutboundError, refused } from './failure.ts'
import type { NetworkPolicy } from './networks.ts'
import { requirePort, resolveHost, type Resolve } from './target.ts'

export type SessionTarget = {
  host: string
  port: number
  /** The ports below 1024 that belong to the protocol. */
  ports: ReadonlySet<number>
  /** From the first byte; without it only allowed private networks are reached. */
  isEncrypted: boolean
  ms: number
  signal?: AbortSignal
}
/** `lookup` answers with the checked addresses only; `signal` ends the session. */
export type CheckedServer = ReturnType<typeof lookupOf> & { host: string; port: number; signal: AbortSignal }
export type RunSession = <T>(target: SessionTarget, work: (server: CheckedServer) => Promise<T>) => Promise<T>

/** Checks the address as for HTTP, and bounds the time of the work; its own errors are passed on. */
export const openSession =
  ({ policy, resolve }: { policy: NetworkPolicy; resolve: Resolve }): RunSession =>
  async ({ host, port, ports, isEncrypted, ms, signal }, work) => {
    const timeout = AbortSignal.timeout(ms)
    const aborted = signal ? AbortSignal.any([timeout, signal]) : timeout
    const over = () =>
      signal?.aborted
        ? new OutboundError('ABORTED', 'The session was aborted.')
        : new OutboundError('TIMEOUT', 'No whole answer in time.')
    const run = async () => {
      requirePort(port, ports)
      const addresses = await resolveHost(host, policy, resolve)
      if (!isEncrypted && !addresses.every((address) => policy.allowsPlain(address)))
        throw refused('Only TLS is allowed to servers outside of the allowed private networks.')
      return work({ host, port, signal: aborted, ...lookupOf(addresses) })
    }
    const ended = Promise.withResolvers<never>()
    const stop = () => ended.reject(over())
    if (aborted.aborted) stop()
    aborted.addEventListener('abort', stop, { once: true })
    try {
      return await Promise.race([run(), ended.promise])
    } catch (error) {
      throw aborted.aborted ? over() : error
    } finally {
      aborted.removeEventListener('abort', stop)
    }
  }
