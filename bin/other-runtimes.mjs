// Plain JavaScript for any Node: also runs after npm ci.
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

function sizeOf(folder) {
  let bytes = 0
  for (const name of readdirSync(folder, { recursive: true })) {
    const file = statSync(join(folder, name))
    if (file.isFile()) bytes += file.size
  }
  return bytes
}

/**
 * Removes the libraries of other platforms from the package onnxruntime-node, which has those of all, and returns their
 * bytes. Removes nothing where it has none for this machine.
 */
export function removeOtherRuntimes(packageFolder, { platform, arch } = process) {
  const runtimes = join(packageFolder, 'bin/napi-v6')
  if (!existsSync(join(runtimes, platform, arch))) return 0
  let bytes = 0
  for (const otherPlatform of readdirSync(runtimes))
    for (const otherArch of readdirSync(join(runtimes, otherPlatform))) {
      if (otherPlatform === platform && otherArch === arch) continue
      const folder = join(runtimes, otherPlatform, otherArch)
      bytes += sizeOf(folder)
      rmSync(folder, { recursive: true, force: true })
    }
  return bytes
}
