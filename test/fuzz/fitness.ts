import type { Operation } from './document.ts'
import type { Request } from './requests.ts'

/* An upload that has started cannot start again: which things an operation can act on is learnt from what it answers. */

const everySoOften = 8

type Record = { served: number; refused: number }

export class Fitness {
  /** By operation, and there by state and by thing. */
  private readonly records = new Map<string, Map<string, Record>>()

  /** Says of a thing whether it is worth a try; now and then everything is. */
  test({ id: operation }: Operation, pick: number): (entry: { id: string; status?: string }) => boolean {
    const records = this.records.get(operation)
    if (!records || pick % everySoOften === 0) return () => true
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
