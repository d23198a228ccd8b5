import { globSync, readFileSync, writeFileSync } from 'node:fs'
import wabt from 'wabt'

/* npm run build:wasm: compiles src/engine/wasm/*.wat. A test compares the committed .wasm files with the result. */

export async function compileWat(path: string): Promise<Buffer> {
  const { parseWat } = await wabt()
  const module = parseWat(path, readFileSync(path, 'utf8'), { simd: true })
  module.resolveNames()
  module.validate()
  const { buffer } = module.toBinary({})
  module.destroy()
  return Buffer.from(buffer)
}

if (import.meta.main)
  for (const path of globSync('src/engine/wasm/*.wat'))
    writeFileSync(path.replace(/\.wat$/, '.wasm'), await compileWat(path))
