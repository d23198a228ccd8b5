import type { CheerioAPI } from 'cheerio'

type Elements = ReturnType<ReturnType<CheerioAPI['root']>['find']>
type Item = { '@type': string[]; '@id'?: string } & Record<string, unknown>

const mostItems = 2000
const deepest = 8

/** The items of a page in the shape that JSON-LD gives them, so that both are read alike. */
export function microdataOf($: CheerioAPI): Item[] {
  const outermost = $('[itemscope]').toArray().slice(0, mostItems).filter((node) => $(node).attr('itemprop') === undefined || $(node).parents('[itemscope]').length === 0)
  return outermost.map((node) => itemOf($, $(node), 0))
}

function itemOf($: CheerioAPI, scope: Elements, depth: number): Item {
  const item: Item = { '@type': (scope.attr('itemtype') ?? '').split(/\s+/).filter(Boolean) }
  const id = scope.attr('itemid')
  if (id) item['@id'] = id
  if (depth > deepest) return item
  for (const node of scope.find('[itemprop]').toArray().slice(0, mostItems)) {
    const property = $(node)
    if (!property.parents('[itemscope]').first().is(scope)) continue
    const value = property.attr('itemscope') === undefined ? valueOf(property) : itemOf($, property, depth + 1)
    for (const name of property.attr('itemprop')!.split(/\s+/)) item[name] = Object.hasOwn(item, name) ? [item[name], value].flat() : value
  }
  return item
}

/** Where HTML keeps the value depends on the element. */
function valueOf(property: Elements): string {
  const place = property.is('meta, [content]') ? 'content' : property.is('a, link, area') ? 'href' : property.is('time[datetime]') ? 'datetime' : property.is('data, meter') ? 'value' : property.is('img, source, video, audio') ? 'src' : null
  return ((place && property.attr(place)) ?? property.text()).trim()
}
