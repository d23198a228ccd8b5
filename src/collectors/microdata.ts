import type { CheerioAPI } from 'cheerio'

type Node = { type: string; name?: string; data?: string; attribs?: Record<string, string>; children?: Node[] }
type Item = { '@type': string[]; '@id'?: string } & Record<string, unknown>

const maxTextLength = 10_000
const sources: Record<string, string> = {
  a: 'href',
  link: 'href',
  area: 'href',
  data: 'value',
  meter: 'value',
  img: 'src',
  source: 'src',
  video: 'src',
  audio: 'src',
}

/** The microdata items of a page in the shape of JSON-LD, so that one reader serves both. */
export function microdataOf($: CheerioAPI): Item[] {
  const outermost: Item[] = []
  const walk = (node: Node, scope: Item | null) => {
    let within = scope
    if (node.attribs) {
      const names = (node.attribs.itemprop ?? '').split(/\s+/).filter(Boolean)
      const item = node.attribs.itemscope === undefined ? null : itemOf(node.attribs)
      if (item && (names.length === 0 || scope === null)) outermost.push(item)
      if (scope) for (const name of names) add(scope, name, item ?? valueOf(node))
      within = item ?? scope
    }
    for (const child of node.children ?? []) walk(child, within)
  }
  walk($.root()[0] as unknown as Node, null)
  return outermost
}

const itemOf = ({ itemtype = '', itemid }: Record<string, string>): Item => ({
  '@type': itemtype.split(/\s+/).filter(Boolean),
  ...(itemid && { '@id': itemid }),
})

function add(item: Item, name: string, value: unknown) {
  const before = Object.hasOwn(item, name) ? item[name] : undefined
  if (before === undefined) item[name] = value
  else if (Array.isArray(before)) before.push(value)
  else item[name] = [before, value]
}

/** The attribute with the value depends on the element. */
function valueOf(node: Node): string {
  const { content, datetime } = node.attribs!
  const text = content ?? (node.name === 'time' ? datetime : node.attribs![sources[node.name!] ?? '']) ?? textOf(node)
  return text.trim()
}

function textOf(node: Node): string {
  let text = ''
  const walk = ({ type, data = '', children = [] }: Node) => {
    if (type === 'script' || type === 'style' || text.length > maxTextLength) return
    if (type === 'text') text += data
    for (const child of children) walk(child)
  }
  walk(node)
  return text.slice(0, maxTextLength)
}
