/* What the clients meant to do and what they were told; the only witness when the server is gone. */

export type Intent = {
  key: string
  what: string
  method: 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: object
  /** Times a request was sent and no answer came back. */
  losses: number
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

/** Everything acknowledged, and the state that must follow from it. */
export class Ledger {
  readonly intents: Intent[] = []
  readonly themes = new Map<string, ThemeFacts>()
  readonly insights = new Map<string, InsightFacts>()
  readonly projects = new Map<string, ProjectFacts>()
  /** Answers that no crash explains. */
  readonly surprises: string[] = []

  acknowledgedCount = 0

  acknowledge(intent: Intent, answer: NonNullable<Intent['acknowledged']>) {
    intent.acknowledged = answer
    this.acknowledgedCount++
  }

  /** The hard case: the effect was committed, the answer was lost, and the retry was told so. */
  replaysAfterLoss = () => this.intents.filter((intent) => intent.losses > 0 && intent.acknowledged?.replayed).length
}
