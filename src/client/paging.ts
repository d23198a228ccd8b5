import type { Output, Route, Routes } from '#contract/core/route.ts'
import type { Paging } from './fields.ts'
import type { Bag } from './request.ts'

type Walked = { query: { properties: { cursor: unknown } | { offset: unknown } } }
/** The ids of the routes whose answer goes on in a next page. */
export type PagedIds<T extends Routes> = {
  [K in keyof T]: T[K] extends Walked
    ? Output<T[K]> extends { data: unknown[]; pagination: object }
      ? K
      : never
    : never
}[keyof T]
export type Item<R extends Route> = Output<R> extends { data: (infer I)[] } ? I : never

export type Page = { data: unknown[]; pagination: { next_cursor?: string | null; has_more: boolean; offset?: number } }
type FetchPage = (input: Bag) => Promise<Page>

export async function* pagesOf(
  paging: Paging,
  fetchPage: FetchPage,
  input: Bag,
): AsyncGenerator<Page, void, undefined> {
  for (let asked: Bag | undefined = input; asked;) {
    const page: Page = await fetchPage(asked)
    yield page
    asked = after(paging, page, asked)
  }
}

export async function* itemsOf(pages: AsyncIterable<Page>): AsyncGenerator<unknown, void, undefined> {
  for await (const page of pages) yield* page.data
}

function after(paging: Paging, { data, pagination }: Page, asked: Bag): Bag | undefined {
  if (!pagination.has_more) return undefined
  if (paging === 'cursor') return pagination.next_cursor ? { ...asked, cursor: pagination.next_cursor } : undefined
  // An empty page that claims to go on would be asked for without end.
  return data.length > 0 ? { ...asked, offset: (pagination.offset ?? 0) + data.length } : undefined
}
