import type { Operation } from './document.ts'
import type { Request } from './requests.ts'

/* Learns from responses which resources an operation can act on: a started upload cannot start again. */

const exploreEvery = 8

type Record = { served: number; refused: number }

export class OperationOutcomes {
  /** By operation, then by status and by resource id. */
  private readonly records = new Map<string, Map<string, Record>>()

  /** Filters resources that the operation usually rejects; sometimes tries all. */
  test({ id: operation }: Operation, pick: number): (entry: { id: string; status?: string }) => boolean {
    const records = this.records.get(operation)
    if (!records || pick % exploreEvery === 0) return () => true
    const isHopeless = (name: string) => {
      const record = records.get(name)
      return record !== undefined && record.refused > record.served
    }
    return ({ id, status = '' }) => !isHopeless(id) && !isHopeless(status)
  }

  learn({ id: operation }: Operation, { pathIds: [inner] }: Request, outcome: keyof Record) {
    if (!inner) return
    let records = this.records.get(operation)
    if (!records) this.records.set(operation, (records = new Map()))
    for (const name of inner.status === undefined ? [inner.id] : [inner.id, inner.status]) {
      const record = records.get(name) ?? { served: 0, refused: 0 }
      record[outcome]++
      records.set(name, record)
    }
  }
}
