import { spawnSync } from 'node:child_process'
import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'

/* npm run build:sdk [-- --out folder]: the client as a package of its own, ESM and declarations, that needs neither this repository nor a build. */

const { values } = parseArgs({ options: { out: { type: 'string', default: 'dist/sdk' } } })
const out = resolve(values.out)
/** Under the repository, so that the compiler finds what the sources import. */
const stage = resolve(`dist/.sdk-${process.pid}`)
const own = JSON.parse(readFileSync('package.json', 'utf8')) as {
  version: string
  license: string
  dependencies: Record<string, string>
}

function write(file: string, text: string) {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

/** Names inside the house become paths inside the package. */
function asPaths(file: string, text: string): string {
  return text.replace(/(from |import\()'#([^']+)'/g, (_, start: string, path: string) => {
    const to = relative(dirname(file), join(stage, path))
    return `${start}'${to.startsWith('.') ? to : `./${to}`}'`
  })
}

rmSync(out, { recursive: true, force: true })
try {
  for (const path of globSync('{client,contract}/**/*.ts', { cwd: 'src' }))
    write(join(stage, path), asPaths(join(stage, path), readFileSync(join('src', path), 'utf8')))
  const { compilerOptions } = JSON.parse(readFileSync('tsconfig.json', 'utf8')) as { compilerOptions: object }
  const options = {
    ...compilerOptions,
    types: [],
    noEmit: false,
    declaration: true,
    rewriteRelativeImportExtensions: true,
    rootDir: stage,
    outDir: out,
  }
  write(join(stage, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['client/client.ts'] }))
  const { status, stdout } = spawnSync('node_modules/.bin/tsc', ['-p', stage], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stdout)
} finally {
  rmSync(stage, { recursive: true, force: true })
}
for (const file of globSync(join(out, '**/*.d.ts')))
  writeFileSync(file, readFileSync(file, 'utf8').replace(/((?:from |import\()['"]\.[^'"]+)\.ts(['"])/g, '$1.js$2'))
const manifest = {
  name: 'earshot-sdk',
  version: own.version,
  description:
    'Typed client of an Earshot server: every operation, paging, retries, idempotency, webhook verification.',
  license: own.license,
  type: 'module',
  sideEffects: false,
  exports: { '.': { types: './client/client.d.ts', default: './client/client.js' } },
  engines: { node: '>=20' },
  dependencies: { typebox: own.dependencies.typebox },
}
write(join(out, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
copyFileSync('LICENSE', join(out, 'LICENSE'))
process.stdout.write(`${out}: ${globSync(join(out, '**/*.js')).length} modules\n`)
