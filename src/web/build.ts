import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, type InlineConfig, type Plugin } from 'vite'
import { languagesOf } from '#i18n/texts.ts'
import { buildWidget } from './build-widget.ts'
import { writeGuides } from './guides.ts'
import { slimInventory } from './slim-inventory.ts'
import { virtualModule } from './virtual-module.ts'

const root = join(import.meta.dirname, '../..')
const defaultOut = join(root, 'dist/web')

/** The routes without the schema library. */
const inventoryPlugin = virtualModule('inventory', slimInventory)
const languagesPlugin = virtualModule('languages', () => ({ web: languagesOf('web'), survey: languagesOf('survey') }))

const favicon = join(import.meta.dirname, 'public/favicon.svg')

/** A request less on the first visit. */
const faviconPlugin: Plugin = {
  name: 'earshot-favicon',
  transformIndexHtml: (html) =>
    html.replace('"/favicon.svg"', `"data:image/svg+xml,${encodeURIComponent(readFileSync(favicon, 'utf8').trim())}"`),
}

/** One file each for the shell and for what the dashboard adds: by default every module that pages share is a file. */
const firstVisit = [
  { name: 'shell', test: /src\/web\/main\.tsx$/, priority: 2 },
  { name: 'dashboard', test: /src\/web\/pages\/dashboard\/dashboard\.tsx$/, priority: 1 },
]

/** The API reference is a page of its own: it shares nothing with the app and loads none of it. */
const pages = ['index.html', 'docs/reference.html'].map((page) => join(import.meta.dirname, page))

const webConfig = (outDir: string): InlineConfig => ({
  configFile: false,
  root: import.meta.dirname,
  publicDir: join(import.meta.dirname, 'public'),
  logLevel: 'warn',
  plugins: [inventoryPlugin, languagesPlugin, faviconPlugin, react(), tailwindcss()],
  // Only our own rooms: libraries have subpath imports with # too.
  resolve: { alias: [{ find: /^#(web|client|contract|i18n)\//, replacement: `${join(root, 'src')}/$1/` }] },
  // A file of translations is one object, not an export for each text.
  json: { namedExports: false },
  build: {
    outDir,
    emptyOutDir: true,
    manifest: 'manifest.json',
    target: 'es2023',
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 900,
    assetsInlineLimit: 0,
    rolldownOptions: { input: pages, output: { codeSplitting: { groups: firstVisit } } },
  },
})

/** Builds into a temporary folder and swaps it in, so that a running server never serves a partial build. */
export async function buildWeb(outDir = defaultOut): Promise<void> {
  const fresh = `${outDir}-${process.pid}`
  await build(webConfig(fresh))
  await buildWidget(fresh)
  copyDocs(fresh)
  writeFileSync(join(fresh, 'built.txt'), `${new Date().toISOString()}\n`)
  const old = `${outDir}-old-${process.pid}`
  if (existsSync(outDir)) renameSync(outDir, old)
  try {
    renameSync(fresh, outDir)
  } catch {
    // Lost the race to a concurrent build, which is as good.
    rmSync(fresh, { recursive: true, force: true })
  }
  rmSync(old, { recursive: true, force: true })
}

/** The guides and the changelog. */
function copyDocs(outDir: string) {
  writeGuides(join(root, 'docs'), join(outDir, 'docs/guides'))
  copyFileSync(join(root, 'CHANGELOG.md'), join(outDir, 'docs/changelog.md'))
}
