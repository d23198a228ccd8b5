import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Instantiates a module of this folder; `npm run build:wasm` compiles the .wat sources. */
export function loadWasm<Exports>(name: string): Exports {
  const binary = readFileSync(join(import.meta.dirname, `${name}.wasm`))
  return new WebAssembly.Instance(new WebAssembly.Module(binary)).exports as Exports
}
