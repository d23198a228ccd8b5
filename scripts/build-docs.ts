import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readGuides } from '#web/guides.ts'
import { fileOf, renderIndex, renderMarkdown, renderPage } from './docs/render.ts'

/* npm run build:docs [-- --out dist/docs]: the guides as static files with search, for any web server or none. */

const { values } = parseArgs({ options: { out: { type: 'string', default: 'dist/docs' } } })
const root = join(import.meta.dirname, '..')
const { guides, sections } = readGuides(join(root, 'docs'), fileOf)
const write = (name: string, text: string) => writeFileSync(join(values.out, name), text)
mkdirSync(values.out, { recursive: true })
for (const { markdown, title, slug } of guides)
  write(fileOf(slug), renderPage({ title, slug, body: renderMarkdown(markdown), guides }))
write('index.html', renderIndex(guides))
// A script and not JSON, because pages opened as files may not fetch.
write('sections.js', `globalThis.sections = ${JSON.stringify(sections)}\n`)
copyFileSync(join(root, 'node_modules/minisearch/dist/umd/index.js'), join(values.out, 'minisearch.js'))
for (const name of ['docs.css', 'search.js'])
  copyFileSync(join(import.meta.dirname, 'docs', name), join(values.out, name))
console.log(`${guides.length} guides in ${values.out}`)
