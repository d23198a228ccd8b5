import { setTimeout as pause } from 'node:timers/promises'
import { connectAs } from './connection.ts'
import { type Io, print } from './io.ts'
import { stripControls, jsonOf } from './text.ts'

type Event = {
  id: string
  type: string
  created_at: string
  data: { object: { id?: unknown; name?: unknown; title?: unknown } | null }
}
type Page = { data: Event[]; pagination: { has_more: boolean } }

type TailOptions = { types?: string; after?: string; once?: boolean; json?: boolean }

const pollIntervalMs = 1000

const lineOf = ({ id, type, created_at, data: { object } }: Event) =>
  stripControls(`${created_at}  ${type.padEnd(26)} ${String(object?.title ?? object?.name ?? object?.id ?? '')}  ${id}`)

/** `earshot events tail [--types project.*] [--after evt_…] [--once]`: prints events as they occur. */
export async function tailEvents(values: TailOptions, io: Io): Promise<void> {
  const calls = await connectAs(io)
  const asJson = values.json || !io.isTTY
  const filter = values.types === undefined ? {} : { types: values.types.split(',') }
  for (let after = values.after; ;) {
    const { data, pagination } = (await calls.call('listEvents', {
      limit: 100,
      ...filter,
      ...(after !== undefined && { after }),
    })) as Page
    for (const event of data) await print(io.stdout, `${asJson ? jsonOf(event) : lineOf(event)}\n`)
    after = data.at(-1)?.id ?? after
    if (pagination.has_more) continue
    if (values.once) return
    await pause(pollIntervalMs)
  }
}
