// Runs after npm ci: removes what packages bring for other machines, about 330 MB. Plain JavaScript for any Node.
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const modules = join(process.argv[2] ?? join(import.meta.dirname, '..'), 'node_modules')

/** onnxruntime has the libraries of every platform in one package. */
const runtimes = join(modules, 'onnxruntime-node/bin/napi-v6')
if (existsSync(join(runtimes, process.platform, process.arch)))
  for (const platform of readdirSync(runtimes))
    for (const arch of readdirSync(join(runtimes, platform)))
      if (platform !== process.platform || arch !== process.arch)
        rmSync(join(runtimes, platform, arch), { recursive: true, force: true })

/** The pinned Node brings headers, which only compiling native packages would need. */
const node = join(modules, 'node/node_modules')
if (existsSync(node))
  for (const name of readdirSync(node)) rmSync(join(node, name, 'include'), { recursive: true, force: true })
