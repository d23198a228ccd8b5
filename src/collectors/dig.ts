import { type Page, Unavailable, type Visits, type VisitOptions } from './visits.ts'

/* Foreign data: nothing about its shape is taken for granted. */

/** What stands at a path such as `feed.entry.0.title`; undefined where the path ends early. */
export function at(value: unknown, path: string): unknown {
  let here = value
  for (const step of path === '' ? [] : path.split('.')) {
    if (here === null || typeof here !== 'object' || !Object.hasOwn(here, step)) return undefined
    here = (here as Record<string, unknown>)[step]
  }
  return here
}

/** Text or a number as text; null for anything else, and for nothing but white space. */
export function textAt(value: unknown, path: string): string | null {
  const found = at(value, path)
  const text =
    typeof found === 'string' ? found.trim() : typeof found === 'number' && Number.isFinite(found) ? String(found) : ''
  return text === '' ? null : text
}

export function numberAt(value: unknown, path: string): number | null {
  const text = textAt(value, path)
    ?.replace(/%$/, '')
    .replace(/(\d),(?=\d{1,2}$)/, '$1.')
  const number = text === undefined ? NaN : Number(text)
  return Number.isFinite(number) ? number : null
}

export const listAt = (value: unknown, path: string): unknown[] => {
  const found = at(value, path)
  return Array.isArray(found) ? found : found === undefined || found === null ? [] : [found]
}

/** On a scale from worst to best, as a share. */
export const share = (value: number | null, best: number | null, worst: number | null) => {
  const [top, bottom] = [best ?? 5, worst ?? 1]
  return value === null || top <= bottom ? null : Math.min(1, Math.max(0, (value - bottom) / (top - bottom)))
}

/** Seconds since 1970, or any way to write a date that is understood. */
export function instant(value: unknown): string | null {
  const time = typeof value === 'number' ? value * 1000 : typeof value === 'string' ? Date.parse(value) : NaN
  return Number.isFinite(time) && Math.abs(time) < 8e15 ? new Date(time).toISOString() : null
}

const missing = (status: number) => status === 404 || status === 410

/** The page, or undefined where there is none; any other refusal means that the source cannot be read. */
export async function readPage(visits: Visits, url: string, options?: VisitOptions): Promise<Page | undefined> {
  const page = await visits.read(url, options)
  if (missing(page.status)) return undefined
  if (page.status >= 300) throw new Unavailable(`${new URL(url).host} answered ${page.status}.`)
  return page
}

export async function readJson(visits: Visits, url: string, options?: VisitOptions): Promise<unknown> {
  const page = await readPage(visits, url, options)
  if (!page) return undefined
  try {
    return JSON.parse(page.text)
  } catch {
    throw new Unavailable(`${new URL(url).host} did not answer with JSON.`)
  }
}
