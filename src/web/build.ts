import { copyFileSync, existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, type InlineConfig, type Plugin } from 'vite'
import { slimInventory } from './slim-inventory.ts'

const root = join(import.meta.dirname, '../..')
const defaultOut = join(root, 'dist/web')

/** The inventory as the browser needs it: evaluated here, so that no schema library travels to the browser. */
const inventoryPlugin: Plugin = {
  name: 'earshot-inventory',
  resolveId: (id) => (id === 'virtual:inventory' ? '\0inventory' : null),
  load: (id) =>
    id === '\0inventory'
      ? `export const inventory = JSON.parse(${JSON.stringify(JSON.stringify(slimInventory()))})`
      : null,
}

export const webConfig = (outDir: string): InlineConfig => ({
  configFile: false,
  root: import.meta.dirname,
  publicDir: join(import.meta.dirname, 'public'),
  logLevel: 'warn',
  plugins: [inventoryPlugin, react(), tailwindcss()],
  // Libraries have private imports of their own that begin alike.
  resolve: { alias: [{ find: /^#(web|client|contract)\//, replacement: `${join(root, 'src')}/$1/` }] },
  build: {
    outDir,
    emptyOutDir: true,
    manifest: 'manifest.json',
    target: 'es2023',
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 900,
    assetsInlineLimit: 0,
  },
})

/** Builds beside and then swaps, so that whoever serves or builds at the same time never sees half of it. */
export async function buildWeb(outDir = defaultOut): Promise<void> {
  const fresh = `${outDir}-${process.pid}`
  await build(webConfig(fresh))
  addReference(fresh)
  writeFileSync(join(fresh, 'built.txt'), `${new Date().toISOString()}\n`)
  const old = `${outDir}-old-${process.pid}`
  if (existsSync(outDir)) renameSync(outDir, old)
  try {
    renameSync(fresh, outDir)
  } catch {
    // Somebody else was quicker; theirs is as good.
    rmSync(fresh, { recursive: true, force: true })
  }
  rmSync(old, { recursive: true, force: true })
}

/** What is kept elsewhere: the changelog, and the one script that the API reference needs to work offline. */
function addReference(outDir: string) {
  copyFileSync(join(root, 'CHANGELOG.md'), join(outDir, 'docs/changelog.md'))
  const script = join(root, 'node_modules/@scalar/api-reference/dist/browser/standalone.js')
  if (!existsSync(script)) return
  copyFileSync(script, join(outDir, 'docs/scalar.js'))
}
