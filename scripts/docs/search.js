/* Search of the static documentation; works from a web server and from files alike. */
const maxHits = 8
const index = new MiniSearch({
  fields: ['title', 'heading', 'text'],
  searchOptions: { boost: { title: 3, heading: 4 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
})
index.addAll(globalThis.sections)
const byId = new Map(globalThis.sections.map((section) => [section.id, section]))
const query = document.getElementById('query')
const results = document.getElementById('results')

function itemFor({ slug, title, heading, anchor, text }) {
  const link = document.createElement('a')
  link.href = `${slug}.html${anchor ? `#${anchor}` : ''}`
  const excerpt = document.createElement('small')
  excerpt.textContent = text
  link.append(heading === title ? title : `${title} › ${heading}`, excerpt)
  const item = document.createElement('li')
  item.append(link)
  return item
}

query.addEventListener('input', () => {
  const text = query.value.trim()
  const hits = text ? index.search(text).slice(0, maxHits) : []
  const items = hits.map(({ id }) => itemFor(byId.get(id)))
  if (text && items.length === 0) items.push(Object.assign(document.createElement('li'), { textContent: 'No results' }))
  results.replaceChildren(...items)
  results.hidden = !text
})
