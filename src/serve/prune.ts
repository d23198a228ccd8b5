import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

type OtherRuntimes = { removeOtherRuntimes(packageFolder: string): number }

/** `earshot prune`: the published package has no install script, so people decide themselves what is removed. */
export async function runPrune(): Promise<number> {
  const folder = runtimeFolder()
  if (folder === null) {
    process.stdout.write('The ONNX runtime is not installed: there is nothing to remove.\n')
    return 0
  }
  const script = join(import.meta.dirname, '../../bin/other-runtimes.mjs')
  const { removeOtherRuntimes } = (await import(pathToFileURL(script).href)) as OtherRuntimes
  const bytes = removeOtherRuntimes(folder)
  process.stdout.write(`Removed ${(bytes / 2 ** 20).toFixed(0)} MB of libraries for other platforms from ${folder}.\n`)
  return 0
}

function runtimeFolder(): string | null {
  try {
    return dirname(createRequire(import.meta.url).resolve('onnxruntime-node/package.json'))
  } catch {
    return null
  }
}
