import { accepted, ignored, type ReadResult, rejected } from '#domain/integrations/mapping/records.ts'
import {
  asArray,
  cleanText,
  code,
  emailAddress,
  line,
  utcTimestamp,
  webAddress,
  nestedValue,
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
  for (const party of asArray(nestedValue(item, 'parties'))) {
    const speaker = code(nestedValue(party, 'speakerId'))
    const address = emailAddress(nestedValue(party, 'emailAddress'))
    const name = line(nestedValue(party, 'name'), maxName) ?? line(address, maxName)
    if (speaker === undefined || bySpeaker.size >= maxSpeakers) continue
    const role = roles[String(nestedValue(party, 'affiliation'))] ?? 'other'
    bySpeaker.set(speaker, { name: name ?? `Speaker ${bySpeaker.size + 1}`, role, email: address })
  }
  return bySpeaker
}

const milliseconds = (value: unknown) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined

/** One turn of a speaker: its sentences, from the start of the first to the end of the last. */
function segmentFrom(turn: unknown, parties: ReadonlyMap<string, Party>) {
  const sentences = asArray(nestedValue(turn, 'sentences'))
  const text = sentences.flatMap((one) => cleanText(nestedValue(one, 'text')) ?? []).join(' ')
  if (text === '') return []
  const party = parties.get(code(nestedValue(turn, 'speakerId')) ?? '')
  const start = milliseconds(nestedValue(sentences[0], 'start'))
  const end = milliseconds(nestedValue(sentences.at(-1), 'end'))
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
  const call = nestedValue(item, 'metaData')
  const external_id = code(nestedValue(call, 'id'))
  const started = utcTimestamp(nestedValue(call, 'started'))
  if (external_id === undefined || started === undefined) return rejected('call', 'the call has no id or no start')
  const parties = partiesOf(item)
  const segments = segmentsFrom(turns, parties)
  if (segments.length === 0) return ignored('call', 'no_text', 'the call has no transcript')
  const customer = [...parties.values()].find((party) => party.role === 'customer' && party.email !== undefined)
  const recording_url = webAddress(nestedValue(call, 'url'))
  return accepted('call', {
    type: 'interview',
    fields: {
      title: line(nestedValue(call, 'title'), 200) ?? 'Call',
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
