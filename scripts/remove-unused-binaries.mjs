// Runs after npm ci: removes what packages bring for other machines, about 330 MB. Plain JavaScript for any Node.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { removeOtherRuntimes } from '../bin/other-runtimes.mjs'

const modules = join(process.argv[2] ?? join(import.meta.dirname, '..'), 'node_modules')

removeOtherRuntimes(join(modules, 'onnxruntime-node'))

/** The pinned Node brings headers, which only compiling native packages would need. */
const node = join(modules, 'node/node_modules')
if (existsSync(node))
  for (const name of readdirSync(node)) rmSync(join(node, name, 'include'), { recursive: true, force: true })
