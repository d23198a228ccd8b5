import assert from 'node:assert/strict'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, before, test } from 'node:test'
import { admin, firstInsight } from '../support/first-insight.ts'
import {
  freshEnvironment,
  installEnvironment,
  isFullInstall,
  linkProductionPackages,
  runShell,
} from '../support/fresh-install.ts'
import { startServer } from '../support/started-server.ts'

/* The packages as they are published, started in an empty folder. `npm run test:install` installs them with npm. */

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'earshot-package-')))
const home = join(folder, 'home')
const empty = join(folder, 'empty')
const installed = join(empty, 'node_modules')
const env = freshEnvironment(home)
after(() => rmSync(folder, { recursive: true, force: true }))

before(() => {
  for (const path of [home, installed]) mkdirSync(path, { recursive: true })
  const built = runShell(`"${process.execPath}" scripts/build-package.ts --out "${folder}/built"`, {
    cwd: process.cwd(),
    env,
  })
  const tarballs = built
    .trim()
    .split('\n')
    .map((path) =>
      join(folder, runShell(`npm pack --silent --pack-destination "${folder}"`, { cwd: path, env }).trim()),
    )
  if (isFullInstall) {
    const skip = { ...installEnvironment(home), npm_config_onnxruntime_node_install: 'skip' }
    runShell(`npm install --no-save ${tarballs.toReversed().join(' ')}`, { cwd: empty, env: skip })
    return
  }
  linkProductionPackages(installed)
  for (const [n, name] of ['earshot', 'earshot-model'].entries()) {
    mkdirSync(join(installed, name))
    runShell(`tar -xzf "${tarballs[n]}" --strip-components=1`, { cwd: join(installed, name), env })
  }
})

test('the package holds JavaScript, the built web app and the smaller model; the larger one is a package', () => {
  const inPackage = (name: string) => globSync(`**/${name}`, { cwd: join(installed, 'earshot') })
  assert.deepEqual(inPackage('*.{ts,tsx}'), [])
  assert.deepEqual(inPackage('model.onnx'), [])
  assert.ok(inPackage('*.js').includes('src/main.js'))
  assert.ok(existsSync(join(installed, 'earshot-model/model.onnx')))
  const { dependencies, optionalDependencies, scripts, version } = JSON.parse(
    readFileSync(join(installed, 'earshot/package.json'), 'utf8'),
  ) as { version: string; dependencies: object; optionalDependencies: Record<string, string>; scripts?: object }
  const own = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string; dependencies: object }
  assert.deepEqual([version, dependencies], [own.version, own.dependencies])
  assert.equal(scripts, undefined, 'the package runs no install script')
  assert.equal(optionalDependencies['earshot-model'], version)
})

const linked = isFullInstall ? false : 'the packages are linked from the repository: npm run test:install'

test('without the libraries of other platforms the installation has at most 350 MB', { skip: linked }, () => {
  const output = runShell(`"${process.execPath}" "${join(installed, 'earshot/bin/earshot.mjs')}" prune`, {
    cwd: empty,
    env,
  })
  assert.match(output, /^Removed \d{2,} MB /)
  const megabytes = Number(/^\d+/.exec(runShell(`du -sm "${installed}"`, { cwd: empty, env }))![0])
  assert.ok(megabytes <= 350, `${megabytes} MB`)
})

test('in an empty folder it starts its own PostgreSQL, serves the web app and analyzes with the model', async () => {
  const server = await startServer(['node', join(installed, 'earshot/bin/earshot.mjs'), 'serve'], {
    cwd: empty,
    env: { ...env, ...admin, PORT: '0', DRAIN_SECONDS: '0', EMBEDDINGS: 'model' },
  })
  try {
    assert.match(await (await fetch(server.url)).text(), /<script[^>]+\/assets\//)
    assert.ok((await firstInsight(server.url)).length > 0)
    assert.match(server.output(), /node_modules\/.bin\/earshot serve --demo/)
    assert.ok(existsSync(join(empty, 'data/postgres')), 'the database is in the folder')
  } finally {
    assert.equal(await server.stop(), 0)
  }
})

test('its providers are checked without the sources', () => {
  // Beside the package's code; Node strips no types inside node_modules.
  const checked = join(folder, 'checked')
  cpSync(join(installed, 'earshot'), checked, { recursive: true, filter: (path) => basename(path) !== 'node_modules' })
  cpSync('test/simulators', join(checked, 'test/simulators'), { recursive: true })
  symlinkSync(installed, join(checked, 'node_modules'))
  const output = runShell(
    `"${process.execPath}" "${join(checked, 'test/simulators/command.ts')}" delighted --items 12 --kills 1`,
    { cwd: empty, env },
  )
  assert.match(output, /^ok +delighted .*, 1 kills, .* 0 lost, 0 doubled/)
})
