import { accepted, ignored, type ReadResult, rejected } from '#domain/integrations/mapping/records.ts'
import {
  asArray,
  cleanText,
  code,
  email,
  line,
  timestamp,
  url,
  valueAt,
} from '#domain/integrations/mapping/sanitize.ts'

/* A call of Gong with its transcript, as an interview. */

type Role = 'customer' | 'interviewer' | 'other'
type Party = { name: string; role: Role; email: string | undefined }

const roles: Readonly<Record<string, Role>> = { External: 'customer', Internal: 'interviewer' }
/** The limits of a transcript. */
const maxSegments = 20_000
const maxSpeakers = 100
const maxCharacters = 2 * 1024 * 1024
const maxSegmentLength = 50_000
const maxName = 80

function partiesOf(item: unknown): Map<string, Party> {
  const bySpeaker = new Map<string, Party>()
  for (const party of asArray(valueAt(item, 'parties'))) {
    const speaker = code(valueAt(party, 'speakerId'))
    const address = email(valueAt(party, 'emailAddress'))
    const name = line(valueAt(party, 'name'), maxName) ?? line(address, maxName)
    if (speaker === undefined || bySpeaker.size >= maxSpeakers) continue
    const role = roles[String(valueAt(party, 'affiliation'))] ?? 'other'
    bySpeaker.set(speaker, { name: name ?? `Speaker ${bySpeaker.size + 1}`, role, email: address })
  }
  return bySpeaker
}

const milliseconds = (value: unknown) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined

/** One turn of a speaker: its sentences, from the start of the first to the end of the last. */
function segmentFrom(turn: unknown, parties: ReadonlyMap<string, Party>) {
  const sentences = asArray(valueAt(turn, 'sentences'))
  const text = sentences.flatMap((one) => cleanText(valueAt(one, 'text')) ?? []).join(' ')
  if (text === '') return []
  const party = parties.get(code(valueAt(turn, 'speakerId')) ?? '')
  const start = milliseconds(valueAt(sentences[0], 'start'))
  const end = milliseconds(valueAt(sentences.at(-1), 'end'))
  const isOrdered = start !== undefined && end !== undefined && end >= start
  return [
    {
      text: text.slice(0, maxSegmentLength).toWellFormed(),
      ...(party && { speaker: party.name, role: party.role }),
      ...(isOrdered && { start_ms: start, end_ms: end }),
    },
  ]
}

function segmentsFrom(turns: readonly unknown[], parties: ReadonlyMap<string, Party>) {
  let left = maxCharacters
  return turns
    .flatMap((turn) => segmentFrom(turn, parties))
    .slice(0, maxSegments)
    .filter(({ text }) => (left -= text.length) >= 0)
}

export function readCall(item: unknown, turns: readonly unknown[], source: string): ReadResult {
  const call = valueAt(item, 'metaData')
  const external_id = code(valueAt(call, 'id'))
  const started = timestamp(valueAt(call, 'started'))
  if (external_id === undefined || started === undefined) return rejected('call', 'the call has no id or no start')
  const parties = partiesOf(item)
  const segments = segmentsFrom(turns, parties)
  if (segments.length === 0) return ignored('call', 'no_text', 'the call has no transcript')
  const customer = [...parties.values()].find((party) => party.role === 'customer' && party.email !== undefined)
  const recording_url = url(valueAt(call, 'url'))
  return accepted('call', {
    type: 'interview',
    fields: {
      title: line(valueAt(call, 'title'), 200) ?? 'Call',
      interview_date: started.slice(0, 10),
      source,
      external_id,
      analyze: true,
      segments,
      ...(recording_url && { recording_url }),
      ...(customer?.email && { contact: { email: customer.email, name: customer.name } }),
    },
  })
}
