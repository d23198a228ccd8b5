import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, extname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isWebBuildFresh } from '#serve/web-app.ts'

/*
 * npm run build:package [-- --out folder]: the packages `earshot` and `earshot-model` as they are published.
 * Node strips no types inside node_modules, so the package holds JavaScript; lines and columns stay the same.
 */

const { values } = parseArgs({ options: { out: { type: 'string', default: 'dist/packages' } } })
const out = resolve(values.out)
const server = join(out, 'earshot')
const model = join(out, 'earshot-model')
const own = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, unknown> & {
  version: string
  optionalDependencies: Record<string, string>
}
const shared = { version: own.version, license: own.license }

function write(file: string, content: string | Buffer) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}
const writeManifest = (folder: string, manifest: object) =>
  write(join(folder, 'package.json'), `${JSON.stringify({ ...manifest, ...shared }, null, 2)}\n`)

const relativeImport = /(\bfrom |\bimport\(|\bimport )(['"])(\.\.?\/[^'"]+)\.ts\2/g

function copySource(path: string) {
  const content = readFileSync(join('src', path))
  if (path.endsWith('.d.ts') || path.endsWith('.wat')) return
  if (extname(path) !== '.ts') return write(join(server, 'src', path), content)
  const script = stripTypeScriptTypes(content.toString(), { mode: 'strip' })
  write(join(server, 'src', path.replace(/\.ts$/, '.js')), script.replace(relativeImport, '$1$2$3.js$2'))
}

rmSync(out, { recursive: true, force: true })
for (const path of globSync('**/*.*', { cwd: 'src', exclude: ['web/**'] }))
  if (statSync(join('src', path)).isFile()) copySource(path)
if (!isWebBuildFresh()) {
  const { status } = spawnSync(process.execPath, ['scripts/build-web.ts'], { stdio: 'inherit' })
  if (status !== 0) throw new Error('the web app could not be built')
}
for (const path of ['bin', 'dist/web', 'models/gte-small-static', 'LICENSE', 'NOTICE', 'README.md', 'CHANGELOG.md'])
  cpSync(path, join(server, path), { recursive: true })
writeManifest(server, {
  name: 'earshot',
  description: own.description,
  keywords: ['product feedback', 'feedback analysis', 'roadmap', 'self-hosted', 'mcp'],
  type: 'module',
  engines: own.engines,
  bin: own.bin,
  imports: { '#*.ts': './src/*.js' },
  dependencies: own.dependencies,
  // The same version: heads and vectors of a model belong together with the code that reads them.
  optionalDependencies: { ...own.optionalDependencies, 'earshot-model': own.version },
})
cpSync('models/earshot-small', model, { recursive: true })
for (const path of ['LICENSE', 'NOTICE']) cpSync(path, join(model, path))
writeManifest(model, { name: 'earshot-model', description: 'The analysis model of Earshot.' })
process.stdout.write(`${server}\n${model}\n`)
