import { createHmac, randomBytes } from 'node:crypto'
import { UsageError } from '#client/usage-error.ts'
import { connectAs } from './connection.ts'
import { type PolledEvent, followFeed } from './feed.ts'
import { type Io, print } from './io.ts'
import { stripControls } from './text.ts'

type ListenOptions = { forwardTo: string; types?: string; after?: string; secret?: string; once?: boolean }

const timeoutMs = 10_000
const secretPrefix = 'whsec_'

/**
 * `earshot listen --forward-to http://127.0.0.1:4000/hook`: sends events as a webhook would, from this machine, so
 * that a receiver in development needs no public address and the server no way into a private network.
 */
export async function listen({ forwardTo, types, after, once, secret: given }: ListenOptions, io: Io): Promise<void> {
  if (!/^https?:\/\/[^/]/.test(forwardTo) || !URL.canParse(forwardTo))
    throw new UsageError(`--forward-to: ${forwardTo} is not an http or https URL`)
  const secret = given ?? `${secretPrefix}${randomBytes(32).toString('base64')}`
  if (!/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret)) throw new UsageError('--secret has to begin with whsec_')
  const calls = await connectAs(io)
  const since = new Date()
  await print(io.stderr, `Signing secret: ${secret}\nSending events to ${forwardTo}; Ctrl+C ends.\n`)
  for await (const event of followFeed(calls, { types, after, since, once })) {
    const outcome = await forward(event, forwardTo, secret)
    await print(
      io.stdout,
      `${stripControls(`${event.created_at}  ${event.type.padEnd(26)} ${outcome}  ${event.id}`)}\n`,
    )
  }
}

/** The status of the receiver, or why there is none: the next event is sent all the same. */
async function forward(event: PolledEvent, url: string, secret: string): Promise<string> {
  const body = JSON.stringify(event)
  const timestamp = Math.floor(Date.now() / 1000)
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
  const signature = createHmac('sha256', key).update(`${event.id}.${timestamp}.${body}`).digest('base64')
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        'content-type': 'application/json',
        'webhook-id': event.id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': `v1,${signature}`,
      },
    })
    await response.body?.cancel()
    return String(response.status)
  } catch (error) {
    const { message, cause } = error as Error
    return `failed (${(cause as { code?: string } | undefined)?.code ?? message})`
  }
}
