import { type FetchedPage, SourceUnavailableError, type PoliteFetcher, type FetchOptions } from './polite-fetcher.ts'

/* Reads JSON of unknown shape. */

/** The value at a path such as `feed.entry.0.title`; undefined where the path ends early. */
export function valueAt(value: unknown, path: string): unknown {
  let here = value
  for (const step of path === '' ? [] : path.split('.')) {
    if (here === null || typeof here !== 'object' || !Object.hasOwn(here, step)) return undefined
    here = (here as Record<string, unknown>)[step]
  }
  return here
}

/** Text or a number as text; null for anything else, and for nothing but white space. */
export function textAt(value: unknown, path: string): string | null {
  const found = valueAt(value, path)
  if (typeof found === 'number') return Number.isFinite(found) ? String(found) : null
  return typeof found === 'string' ? found.trim() || null : null
}

export function numberAt(value: unknown, path: string): number | null {
  const text = textAt(value, path)
    ?.replace(/%$/, '')
    .replace(/(\d),(?=\d{1,2}$)/, '$1.')
  const number = text === undefined ? NaN : Number(text)
  return Number.isFinite(number) ? number : null
}

export const listAt = (value: unknown, path: string): unknown[] => {
  const found = valueAt(value, path)
  if (Array.isArray(found)) return found
  return found === undefined || found === null ? [] : [found]
}

/** A rating as a share of its scale, from 0 to 1. */
export const ratingShare = (value: number | null, best: number | null, worst: number | null) => {
  const [top, bottom] = [best ?? 5, worst ?? 1]
  return value === null || top <= bottom ? null : Math.min(1, Math.max(0, (value - bottom) / (top - bottom)))
}

/** From seconds since 1970 or a date text. */
export function reviewTimestamp(value: unknown): string | null {
  const time = typeof value === 'number' ? value * 1000 : Date.parse(typeof value === 'string' ? value : '')
  return Number.isFinite(time) && Math.abs(time) < 8e15 ? new Date(time).toISOString() : null
}

const isMissing = (status: number) => status === 404 || status === 410

/** The page, or undefined for 404 and 410; any other error means that the source cannot be read. */
export async function fetchPage(
  fetcher: PoliteFetcher,
  url: string,
  options?: FetchOptions,
): Promise<FetchedPage | undefined> {
  const page = await fetcher.read(url, options)
  if (isMissing(page.status)) return undefined
  if (page.status >= 300) throw new SourceUnavailableError(`${new URL(url).host} answered ${page.status}.`)
  return page
}

export async function readJson(fetcher: PoliteFetcher, url: string, options?: FetchOptions): Promise<unknown> {
  const page = await fetchPage(fetcher, url, options)
  if (!page) return undefined
  try {
    return JSON.parse(page.text)
  } catch {
    throw new SourceUnavailableError(`${new URL(url).host} did not answer with JSON.`)
  }
}
