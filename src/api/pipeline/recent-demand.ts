/** Two windows are kept, so that the memory is between one and two of them long. */
const windowMs = 500

/** How many requests each organization had in progress at once lately. */
export class RecentDemand {
  readonly #now: () => number
  #current = new Map<string, number>()
  #previous = new Map<string, number>()
  #endsAt: number
  constructor(now: () => number) {
    this.#now = now
    this.#endsAt = now() + windowMs
  }

  note(org: string, inProgress: number) {
    this.#rotate()
    if (inProgress > (this.#current.get(org) ?? 0)) this.#current.set(org, inProgress)
  }

  /** Whether others will want these free places: as many as they had at once, up to the share, less what they have. */
  claims(free: number, except: string, share: number, inProgress: ReadonlyMap<string, number>): boolean {
    this.#rotate()
    let claimed = 0
    for (const peaks of [this.#current, this.#previous])
      for (const [org, peak] of peaks) {
        // Both windows may have it; the higher peak counts, once.
        const other = (peaks === this.#current ? this.#previous : this.#current).get(org) ?? 0
        if (org === except || other > peak || (other === peak && peaks === this.#previous)) continue
        claimed += Math.max(0, Math.min(share, peak) - (inProgress.get(org) ?? 0))
        if (claimed >= free) return true
      }
    return false
  }

  #rotate() {
    const now = this.#now()
    if (now < this.#endsAt) return
    this.#previous = now < this.#endsAt + windowMs ? this.#current : new Map()
    this.#current = new Map()
    this.#endsAt = now + windowMs
  }
}
