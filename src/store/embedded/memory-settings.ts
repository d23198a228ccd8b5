import { totalmem } from 'node:os'

const mib = 1024 * 1024

/** Of the machine, or of the container where that is limited to less. */
export function availableMemory(total = totalmem(), constrained = process.constrainedMemory()): number {
  return constrained > 0 ? Math.min(total, constrained) : total
}

const part = (bytes: number, divisor: number, { least, most }: { least: number; most: number }) =>
  `${Math.round(Math.min(Math.max(bytes / divisor / mib, least), most))}MB`

/**
 * Smaller shares than for a machine of PostgreSQL's own: Earshot's processes, with their models and vectors, run beside
 * it. `work_mem` is taken by each sort or hash of each of up to 100 connections.
 */
export const memorySettings = (bytes: number): Record<string, string> => ({
  shared_buffers: part(bytes, 8, { least: 128, most: 4096 }),
  effective_cache_size: part(bytes, 2, { least: 256, most: 65_536 }),
  work_mem: part(bytes, 1024, { least: 4, most: 32 }),
  maintenance_work_mem: part(bytes, 32, { least: 64, most: 1024 }),
})
