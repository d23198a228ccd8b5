import { randomBytes } from 'node:crypto'
import type { CheerioAPI } from 'cheerio'
import { loadMarkup } from '#engine/text/load-markup.ts'
import { SourceUnavailableError } from './polite-fetcher.ts'

/** Limits far above real pages; the parser would take too long beyond them. */
const maxDepth = 300
const maxTags = 30_000

type Node = { children?: Node[] }

/** Parses HTML or XML in bounded time. */
export function parseMarkup(text: string, kind: 'html' | 'xml'): CheerioAPI {
  if (tagsIn(text) > maxTags) throw new SourceUnavailableError('The page has too many elements.')
  // The parser is slow with many top-level nodes, so the text gets one root with an unguessable name.
  const top = `x-${randomBytes(8).toString('hex')}`
  const $ = loadMarkup(`<${top}>${text}</${top}>`, { xml: { xmlMode: kind === 'xml', decodeEntities: true } })
  if (isDeep($.root()[0] as Node)) throw new SourceUnavailableError('The page is nested too deeply.')
  return $
}

function tagsIn(text: string): number {
  let count = 0
  for (let place = text.indexOf('<'); place >= 0 && count <= maxTags; place = text.indexOf('<', place + 1)) count++
  return count
}

/** Level by level: recursion would overflow the stack on deep input. */
function isDeep(root: Node): boolean {
  let level = [root]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) return true
    level = level.flatMap((node) => node.children ?? [])
  }
  return false
}
