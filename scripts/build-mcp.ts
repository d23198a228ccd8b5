import { chmodSync, copyFileSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'vite'

/*
 * npm run build:mcp [-- --out file]: the MCP server over stdio as one file that needs Node and nothing else, for
 * computers without an installation of Earshot.
 */

const { values } = parseArgs({ options: { out: { type: 'string', default: 'dist/earshot-mcp.mjs' } } })
const out = resolve(values.out)
/** Under the repository, so that imports of the sources resolve. */
const stage = resolve(`dist/.mcp-${process.pid}`)

const entry = `import { runMcp } from '#mcp-command.ts'
runMcp(process.argv.slice(2), process.env).catch((error) => {
  process.stderr.write(error.message + '\\n')
  process.exit(1)
})
`

try {
  mkdirSync(stage, { recursive: true })
  mkdirSync(dirname(out), { recursive: true })
  writeFileSync(join(stage, 'entry.js'), entry)
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: join(stage, 'entry.js'),
      outDir: join(stage, 'out'),
      target: 'node20',
      minify: true,
      rollupOptions: { output: { entryFileNames: 'server.mjs', codeSplitting: false, banner: '#!/usr/bin/env node' } },
    },
  })
  copyFileSync(join(stage, 'out', 'server.mjs'), out)
  chmodSync(out, 0o755)
} finally {
  rmSync(stage, { recursive: true, force: true })
}
process.stdout.write(`${out}: ${(statSync(out).size / 1e6).toFixed(1)} MB\n`)
