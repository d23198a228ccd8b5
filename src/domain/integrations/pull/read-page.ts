import type {
  Cursor,
  PullAnswer,
  PullDefinition,
  PullPage,
  AnyStream,
} from '#domain/integrations/definition/provider.ts'
import { type ReadResult, type RecordDraft, rejected } from '#domain/integrations/mapping/records.ts'
import { UnreadableAnswerError } from '#domain/integrations/definition/answers.ts'
import type { PullClient } from './client.ts'
import { noProgress, PullError, unreadable } from '#domain/integrations/definition/failures.ts'

/** A page with the records that its items become; undefined when the provider no longer knows the position. */
export type ReadPage = PullPage & { drafts: RecordDraft[]; rejected: number }

type PageSource = { name: string; definition: PullDefinition; stream: AnyStream; client: PullClient; now: number }

export async function readPage(
  { name, definition, stream, client, now }: PageSource,
  cursor: Cursor,
  maxItems = Infinity,
): Promise<ReadPage | undefined> {
  const page = await fetchPage({ name, definition, stream, client, now }, cursor)
  if (!page) return undefined
  if (page.more && JSON.stringify(page.next) === JSON.stringify(cursor)) throw new PullError(noProgress(name))
  const drafts: RecordDraft[] = []
  let faults = 0
  for (const item of page.items) {
    if (drafts.length >= maxItems) break
    const details: PullAnswer[] = []
    for (const request of stream.details?.(item, client.context) ?? [])
      details.push(await client.send(request, ({ status }) => status === 404))
    const result = readItem(() => stream.read(item, details, client.context))
    drafts.push(...result.drafts)
    if (result.skipped?.isFault) faults++
  }
  return { ...page, drafts, rejected: faults }
}

async function fetchPage(
  { name, definition, stream, client, now }: PageSource,
  cursor: Cursor,
): Promise<PullPage | undefined> {
  if ('readPage' in stream) return client.call((...given) => stream.readPage(cursor, ...given))
  const isExpired = definition.isCursorExpired ?? (() => false)
  const request = guard({ name, now }, () => stream.request(cursor, client.context))
  const answer = await client.send(request, (one) => isExpired(one) || (definition.isEmpty?.(one) ?? false))
  return isExpired(answer) ? undefined : guard({ name, now }, () => stream.page(answer, cursor, client.context))
}

/** One item of an unexpected shape must not stop the others. */
function readItem(read: () => ReadResult): ReadResult {
  try {
    return read()
  } catch (error) {
    if (error instanceof TypeError) return rejected(null, error.message)
    throw error
  }
}

/** A setting or an answer does not have the documented shape. */
function guard<T>({ name, now }: Pick<PageSource, 'name' | 'now'>, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (error instanceof UnreadableAnswerError || error instanceof TypeError) throw new PullError(unreadable(name, now))
    throw error
  }
}
