import type { Operation } from './document.ts'
import type { Whose } from './ids.ts'

type StoredCursor = { operation: string; whose: Whose; path: string; query: [string, string][] }
const maxStored = 200

/** Cursors of received pages, each with its request. */
export class Cursors {
  private readonly kept: StoredCursor[] = []

  keep(operation: Operation, whose: Whose, path: string, query: [string, string][], cursor: unknown) {
    if (typeof cursor !== 'string') return
    if (this.kept.length >= maxStored) this.kept.shift()
    const address = path.split('?', 1)[0]!.replace(/^\/api\/v1/, '')
    const filters = query.filter(([name]) => name !== 'cursor')
    this.kept.push({ operation: operation.id, whose, path: address, query: [...filters, ['cursor', cursor]] })
  }

  find(
    operation: Operation,
    whose: Whose,
    { pick, own }: { pick: number; own: boolean },
  ): (StoredCursor & { own: boolean }) | undefined {
    const fitting = this.kept.filter((kept) => (kept.operation === operation.id && kept.whose === whose) === own)
    const found = fitting[pick % Math.max(1, fitting.length)]
    return found && { ...found, own }
  }
}
