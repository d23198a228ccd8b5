import dgram from 'node:dgram'
import dns from 'node:dns'
import { appendFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'

/* Loaded into a process before its own code (node --import): notes every name that is looked up and every connection that is begun, and lets it happen. */

const file = process.env.CONNECTIONS_FILE!
const note = (what: object) => appendFileSync(file, `${JSON.stringify(what)}\n`)

function watched(owner: object, name: string, describe: (args: unknown[]) => object | undefined) {
  const methods = owner as Record<string, (...args: unknown[]) => unknown>
  const original = methods[name]!
  methods[name] = function (this: unknown, ...args: unknown[]) {
    const seen = describe(args)
    if (seen) note(seen)
    return original.apply(this, args)
  }
}

/** net.connect hands on its normalized arguments as one array. */
watched(net.Socket.prototype, 'connect', (args) => {
  const [first, second] = (Array.isArray(args[0]) ? args[0] : args) as [unknown, unknown]
  const { path, host, port, handle } = (
    typeof first === 'object' && first !== null
      ? first
      : typeof first === 'number'
        ? { port: first, host: second }
        : { path: first }
  ) as Record<string, unknown>
  return handle === undefined ? { connect: path ?? `${host ?? 'localhost'}:${port}` } : undefined
})
for (const name of ['send', 'connect'])
  watched(dgram.Socket.prototype, name, (args) => ({
    datagram: args.filter((arg) => typeof arg === 'string' || typeof arg === 'number').join(':'),
  }))
for (const owner of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype])
  for (const name of Object.getOwnPropertyNames(owner).filter((one) => /^(lookup|resolve|reverse)/.test(one)))
    watched(owner, name, (args) => ({ lookup: args[0] }))
syncBuiltinESMExports()
note({ watching: process.pid })
