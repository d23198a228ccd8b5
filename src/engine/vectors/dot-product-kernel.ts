import { loadWasm } from '#engine/wasm/load.ts'

type DotProductKernel = {
  memory: WebAssembly.Memory
  /** All are byte addresses except the row sizes; see wasm/dot-products.wat. */
  products(
    first: number,
    firstEnd: number,
    second: number,
    secondEnd: number,
    rowBytes: number,
    out: number,
    outRowBytes: number,
  ): void
}

/** The memory of the module. */
export const kernelBytes = 16 * 65_536

let loaded: DotProductKernel | undefined

export const dotProductKernel = (): DotProductKernel => (loaded ??= loadWasm<DotProductKernel>('dot-products'))
