/* Reads a list page by page; fails instead of looping forever when the cursor never ends. */

export async function* readPages<P extends Record<string, any>>(
  read: (cursor: { cursor?: string }) => Promise<P>,
  maxPages = 1000,
): AsyncGenerator<P> {
  let cursor: string | null | undefined
  for (let count = 0; count < maxPages; count++) {
    const page = await read(cursor ? { cursor } : {})
    yield page
    cursor = page.pagination.next_cursor
    // The event feed returns a cursor on its last page as well.
    if (!cursor || page.pagination.has_more === false) return
  }
  throw new Error(`a list has more than ${maxPages} pages: does its cursor ever end?`)
}
