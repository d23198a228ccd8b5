import { randomBytes } from 'node:crypto'
import { type CheerioAPI, load } from 'cheerio'
import { Unavailable } from './visits.ts'

/** No page that people read nests deeper or has more tags; what does would take the reader down with it. */
const deepest = 300
const maxTags = 30_000

type Node = { children?: Node[] }

/** HTML or XML as a document, read in bounded time whatever it holds. */
export function documentOf(text: string, kind: 'html' | 'xml'): CheerioAPI {
  if (tagsIn(text) > maxTags) throw new Unavailable('The page has too many parts to be read.')
  // The reader is slow with many nodes at the top, so there is one, of a name that nobody can close.
  const top = `x-${randomBytes(8).toString('hex')}`
  const $ = load(`<${top}>${text}</${top}>`, { xml: { xmlMode: kind === 'xml', decodeEntities: true } })
  if (isDeep($.root()[0] as Node)) throw new Unavailable('The page nests too deep to be read.')
  return $
}

function tagsIn(text: string): number {
  let count = 0
  for (let place = text.indexOf('<'); place >= 0 && count <= maxTags; place = text.indexOf('<', place + 1)) count++
  return count
}

/** Level by level, because going down by calls is what depth would break. */
function isDeep(root: Node): boolean {
  let level = [root]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) return true
    level = level.flatMap((node) => node.children ?? [])
  }
  return false
}
