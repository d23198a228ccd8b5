import type { InputOf, OutputOf } from '#web/api/client.ts'

export type RecognizedThing = OutputOf<'recognize'>['parts'][number]
export type ThingKind = RecognizedThing['kind']
/** What was pasted or chosen, as the recognition takes it. */
export type ThingSource = InputOf<'recognize'>
type Interview = NonNullable<RecognizedThing['interview']>
export type SpeakerSide = Interview['speakers'][number]['role']

/** What a person may change before it is stored. */
export type Edits = {
  title: string
  date: string
  /** The roles of the speakers who have a name. */
  roles: Record<string, SpeakerSide>
  /** The contact of the customer: none, an existing one, or a new one of this name. */
  contact: { id: string } | { name: string } | undefined
  credential: Record<string, string>
}

/** Something that is to be added. */
export type Addition = {
  key: number
  source: ThingSource
  part: RecognizedThing
  edits: Edits
  status: 'ready' | 'storing' | 'stored' | 'failed'
  /** Why it was not stored. */
  problem?: string
  /** Where its columns are to be mapped, or its integration is. */
  path?: string
}
