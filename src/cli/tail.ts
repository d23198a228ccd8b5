import { connectAs } from './connection.ts'
import { type PolledEvent, type FeedOptions, followFeed } from './feed.ts'
import { type Io, print } from './io.ts'
import { stripControls, jsonOf } from './text.ts'

const lineOf = ({ id, type, created_at, data: { object } }: PolledEvent) =>
  stripControls(`${created_at}  ${type.padEnd(26)} ${String(object?.title ?? object?.name ?? object?.id ?? '')}  ${id}`)

/** `earshot events tail [--types project.*] [--after evt_…] [--once]`: prints events as they occur. */
export async function tailEvents({ json, ...options }: FeedOptions & { json?: boolean }, io: Io): Promise<void> {
  const asJson = json || !io.isTTY
  for await (const event of followFeed(await connectAs(io), options))
    await print(io.stdout, `${asJson ? jsonOf(event) : lineOf(event)}\n`)
}
