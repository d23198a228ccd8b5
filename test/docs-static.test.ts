import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, before, test } from 'node:test'
import { runInNewContext } from 'node:vm'
import MiniSearch from 'minisearch'
import type { DocsSection } from '#web/pages/docs/types.ts'

/* npm run build:docs: the guides as files. */

const folder = mkdtempSync(join(tmpdir(), 'earshot-docs-'))
before(() => execFileSync(process.execPath, ['scripts/build-docs.ts', '--out', folder]))
after(() => rmSync(folder, { recursive: true, force: true }))

const read = (name: string) => readFileSync(join(folder, name), 'utf8')
const pages = () => globSync(join(folder, '*.html')).map((path) => basename(path))

test('every guide of the index has a page, and every link between pages leads to a file and a heading', () => {
  const guides = globSync('docs/*.md').map((path) => basename(path, '.md'))
  assert.deepEqual(
    guides.filter((name) => name !== 'README' && !pages().includes(`${name}.html`)),
    [],
  )
  const broken = pages().flatMap((page) =>
    [...read(page).matchAll(/(?:href|src)="(?!https?:|mailto:)([^"#]*)(?:#([^"]*))?"/g)]
      .filter(([, path, anchor]) => {
        if (path && !existsSync(join(folder, path))) return true
        return anchor !== undefined && !read(path || page).includes(`id="${decodeURIComponent(anchor)}"`)
      })
      .map(([link]) => `${page}: ${link}`),
  )
  assert.deepEqual(broken, [])
})

test('the texts to search lead to the section that answers', () => {
  const context: { sections: DocsSection[] } = { sections: [] }
  runInNewContext(read('sections.js'), context)
  const index = new MiniSearch<DocsSection>({ fields: ['title', 'heading', 'text'] })
  index.addAll(context.sections)
  const [hit] = index.search('idempotency', { prefix: true })
  const { slug, anchor } = context.sections.find(({ id }) => id === hit!.id)!
  assert.match(read(`${slug}.html`), new RegExp(`id="${anchor}"`))
})

test('a page is plain HTML without what the sanitizer removes', () => {
  const page = read('api.html')
  assert.match(page, /<h1 id="[^"]+">/)
  assert.match(page, /<table>/)
  assert.deepEqual(page.match(/<script(?! src="(?:minisearch|sections|search)\.js" defer>)/g), null)
})
