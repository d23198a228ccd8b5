import type { Output, Route, Routes } from '#contract/core/route.ts'
import type { Paging } from './fields.ts'
import type { CallValues } from './request.ts'

type PagedRoute = { query: { properties: { cursor: unknown } | { offset: unknown } } }
/** The ids of the paged lists. */
export type PagedIds<T extends Routes> = {
  [K in keyof T]: T[K] extends PagedRoute
    ? Output<T[K]> extends { data: unknown[]; pagination: object }
      ? K
      : never
    : never
}[keyof T]
export type ListItem<R extends Route> = Output<R> extends { data: (infer I)[] } ? I : never

export type PageResponse = {
  data: unknown[]
  pagination: { next_cursor?: string | null; has_more: boolean; offset?: number }
}
type FetchPage = (input: CallValues) => Promise<PageResponse>

export async function* pagesOf(
  paging: Paging,
  fetchPage: FetchPage,
  input: CallValues,
): AsyncGenerator<PageResponse, void, undefined> {
  for (let next: CallValues | undefined = input; next;) {
    const page: PageResponse = await fetchPage(next)
    yield page
    next = nextInput(paging, page, next)
  }
}

export async function* itemsOf(pages: AsyncIterable<PageResponse>): AsyncGenerator<unknown, void, undefined> {
  for await (const page of pages) yield* page.data
}

function nextInput(paging: Paging, { data, pagination }: PageResponse, input: CallValues): CallValues | undefined {
  if (!pagination.has_more) return undefined
  if (paging === 'cursor') return pagination.next_cursor ? { ...input, cursor: pagination.next_cursor } : undefined
  // Stop at an empty page, otherwise a wrong has_more would loop forever.
  return data.length > 0 ? { ...input, offset: (pagination.offset ?? 0) + data.length } : undefined
}
