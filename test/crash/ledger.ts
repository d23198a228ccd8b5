/* Records what the clients sent and what was acknowledged: the reference after a server was killed. */

export type Intent = {
  key: string
  what: string
  method: 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: object
  /** How often the request was sent without receiving a response. */
  lostResponses: number
  acknowledged?: { status: number; text: string; replayed: boolean }
}

export type ThemeFacts = { id: string; name: string; notes: string | null; mergedInto: string | null }
export type InsightFacts = {
  id: string
  name: string
  description: string | null
  themes: string[]
  quotes: string[]
  quote: string
  deleted: boolean
  mergedInto: string | null
}

export type ProjectFacts = { id: string; name: string; status: string; overview: string; moves: number }

/** All acknowledged writes and the state they must lead to. */
export class Ledger {
  readonly intents: Intent[] = []
  readonly themes = new Map<string, ThemeFacts>()
  readonly insights = new Map<string, InsightFacts>()
  readonly projects = new Map<string, ProjectFacts>()
  /** Error responses that a crash does not explain. */
  readonly unexpectedResponses: string[] = []

  acknowledgedCount = 0

  acknowledge(intent: Intent, response: NonNullable<Intent['acknowledged']>) {
    intent.acknowledged = response
    this.acknowledgedCount++
  }

  /** Writes that were committed, whose response was lost, and whose retry was answered as a replay. */
  replaysAfterLoss = () =>
    this.intents.filter((intent) => intent.lostResponses > 0 && intent.acknowledged?.replayed).length
}
