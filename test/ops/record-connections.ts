import dgram from 'node:dgram'
import dns from 'node:dns'
import { appendFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'

/* Preloaded with node --import: records every DNS lookup and connection attempt without blocking it. */

const file = process.env.CONNECTIONS_FILE!
const record = (what: object) => appendFileSync(file, `${JSON.stringify(what)}\n`)

function recordCalls(owner: object, name: string, describe: (args: unknown[]) => object | undefined) {
  const methods = owner as Record<string, (...args: unknown[]) => unknown>
  const original = methods[name]!
  methods[name] = function (this: unknown, ...args: unknown[]) {
    const call = describe(args)
    if (call) record(call)
    return original.apply(this, args)
  }
}

/** net.connect passes its normalized arguments as one array. */
recordCalls(net.Socket.prototype, 'connect', (args) => {
  const [first, second] = (Array.isArray(args[0]) ? args[0] : args) as [unknown, unknown]
  const fromPositional = typeof first === 'number' ? { port: first, host: second } : { path: first }
  const options = typeof first === 'object' && first !== null ? first : fromPositional
  const { path, host, port, handle } = options as Record<string, unknown>
  return handle === undefined ? { connect: path ?? `${host ?? 'localhost'}:${port}` } : undefined
})
for (const name of ['send', 'connect'])
  recordCalls(dgram.Socket.prototype, name, (args) => ({
    datagram: args.filter((arg) => typeof arg === 'string' || typeof arg === 'number').join(':'),
  }))
for (const owner of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype])
  for (const name of Object.getOwnPropertyNames(owner).filter((one) => /^(lookup|resolve|reverse)/.test(one)))
    recordCalls(owner, name, (args) => ({ lookup: args[0] }))
syncBuiltinESMExports()
record({ watching: process.pid })
