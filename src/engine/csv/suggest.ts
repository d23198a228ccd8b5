import type { DateEvidence } from './dates.ts'

/* Which column of a table is what, judged by its name and by what stands in it. */

export type Confidence = 'high' | 'medium' | 'low'
/** What all the values of one column have in common. */
export type ColumnFacts = {
  header: string
  filled: number
  emails: number
  numbers: number
  min: number
  max: number
  length: number
  dates: DateEvidence
  samples: string[]
  choices: string[]
}
export type Kind =
  | 'text'
  | 'name'
  | 'integer'
  | 'date'
  | 'email'
  | 'phone'
  | 'slug'
  | 'url'
  | 'language'
  | 'tags'
  | 'status'
  | 'priority'
export type Target = { target: string; kind: Kind; required: boolean; range?: readonly [number, number] }
export type Suggestion = { header: string; target: string | null; confidence: Confidence }

/** Other names that a target goes by, most telling first; compared without case, space and signs. */
const names: Record<string, readonly string[]> = {
  score: ['score', 'npsscore', 'nps', 'howlikely', 'likelihoodtorecommend', 'ratingoutof10', 'recommend'],
  reason: [
    'reason',
    'comment',
    'comments',
    'why',
    'whatistheprimaryreason',
    'whatisthemainreason',
    'feedback',
    'explanation',
  ],
  content: [
    'content',
    'feedback',
    'comment',
    'comments',
    'message',
    'text',
    'body',
    'description',
    'review',
    'verbatim',
    'response',
  ],
  transcript: ['transcript', 'transcription', 'conversation', 'interview', 'text', 'content'],
  subject: ['subject', 'title', 'summary', 'ticketsubject'],
  body: ['body', 'description', 'message', 'content', 'ticketbody', 'firstmessage', 'text'],
  title: ['title', 'interviewtitle', 'subject', 'headline'],
  respondent_email: [
    'respondentemail',
    'email',
    'emailaddress',
    'recipientemail',
    'useremail',
    'customeremail',
    'contactemail',
    'mail',
  ],
  respondent_name: [
    'respondentname',
    'name',
    'fullname',
    'customername',
    'username',
    'contactname',
    'recipientfirstname',
  ],
  interviewee_email: ['intervieweeemail', 'email', 'emailaddress', 'participantemail', 'customeremail'],
  interviewee_name: ['intervieweename', 'name', 'participant', 'participantname', 'customername', 'fullname'],
  requester_email: ['requesteremail', 'email', 'emailaddress', 'customeremail', 'useremail', 'requestermail'],
  requester_name: ['requestername', 'requester', 'name', 'customername', 'customer', 'fullname'],
  response_date: [
    'responsedate',
    'date',
    'respondedat',
    'submittedat',
    'recordeddate',
    'enddate',
    'createdat',
    'timestamp',
    'when',
    'submitdateutc',
  ],
  submitted_date: [
    'submitteddate',
    'submittedat',
    'date',
    'createdat',
    'createddate',
    'recordeddate',
    'enddate',
    'submitdateutc',
    'timestamp',
    'when',
    'occurredat',
  ],
  interview_date: ['interviewdate', 'date', 'heldon', 'when', 'createdat'],
  created_date: ['createddate', 'createdat', 'created', 'openedat', 'opened', 'date', 'requestedat'],
  status: ['status', 'state', 'ticketstatus'],
  priority: ['priority', 'urgency', 'severity'],
  source: ['source', 'channel', 'origin', 'platform'],
  external_id: [
    'externalid',
    'id',
    'responseid',
    'respondentid',
    'ticketid',
    'ticket',
    'ref',
    'reference',
    'number',
    'token',
    '#',
  ],
  tags: ['tags', 'tag', 'labels', 'label'],
  url: ['url', 'link', 'permalink', 'weburl'],
  language: ['language', 'lang', 'locale', 'userlanguage'],
  'contact.plan': ['contactplan', 'plan', 'subscription', 'tier', 'pricingplan'],
  'contact.company': [
    'contactcompany',
    'company',
    'companyname',
    'organization',
    'organisation',
    'account',
    'accountname',
  ],
  'contact.phone': ['contactphone', 'phone', 'phonenumber', 'telephone', 'mobile'],
}

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}#]+/gu, '')

/** 3 for the same name, 2 for a known other one, 1 for one that contains it, 0 for none. */
function nameScore(header: string, target: string): number {
  const name = plain(header)
  if (name === plain(target)) return 3
  const known = names[target] ?? []
  if (known.includes(name)) return 2.5 - known.indexOf(name) / 100
  return known.some((other) => other.length > 3 && name.includes(other)) ? 1 : 0
}

/** Whether the values can be this at all: 1 they are, 0 nothing speaks against it, -1 they are not. */
function valueScore(
  { filled, emails, numbers, min: min, max: max, dates, length }: ColumnFacts,
  { kind, range }: Target,
): number {
  if (filled === 0) return 0
  const share = (count: number) => count / filled
  if (kind === 'email') return share(emails) > 0.8 ? 1 : -1
  if (kind === 'date') return share(dates.dates) > 0.8 ? 1 : -1
  if (kind === 'integer') return share(numbers) > 0.8 && (!range || (min >= range[0] && max <= range[1])) ? 1 : -1
  if (share(emails) > 0.8 || (kind !== 'slug' && kind !== 'name' && share(dates.dates) > 0.8)) return -1
  if (kind === 'text') return share(numbers) > 0.9 ? -1 : length > 25 ? 1 : 0
  return 0
}

/** The best pair first, then the best of what is left; a column that is nothing stays unmapped. */
export function suggest(columns: readonly ColumnFacts[], targets: readonly Target[]): Suggestion[] {
  const pairs = columns
    .flatMap((facts, column) =>
      targets.map((target) => {
        const [name, value] = [nameScore(facts.header, target.target), valueScore(facts, target)]
        return {
          column,
          target: target.target,
          name,
          value,
          score: value < 0 && name < 3 ? 0 : name > 0 ? name * 2 + value : value > 0 && target.kind === 'email' ? 1 : 0,
        }
      }),
    )
    .filter((pair) => pair.score > 0)
    .sort((a, b) => b.score - a.score || a.column - b.column)
  const [byColumn, taken] = [new Map<number, (typeof pairs)[number]>(), new Set<string>()]
  for (const pair of pairs) {
    if (byColumn.has(pair.column) || taken.has(pair.target)) continue
    byColumn.set(pair.column, pair)
    taken.add(pair.target)
  }
  fillRequired(columns, targets, byColumn, taken)
  return columns.map(({ header }, column) => {
    const pair = byColumn.get(column)
    if (!pair) return { header, target: null, confidence: 'low' }
    return {
      header,
      target: pair.target,
      confidence:
        pair.name >= 2
          ? pair.value > 0 || (pair.name === 3 && pair.value === 0)
            ? 'high'
            : 'medium'
          : pair.name >= 1 && pair.value > 0
            ? 'medium'
            : 'low',
    }
  })
}

type Chosen = { column: number; target: string; name: number; value: number; score: number }

/** What must be there is looked for by its values alone when no name tells: the longest text, the numbers in range. */
function fillRequired(
  columns: readonly ColumnFacts[],
  targets: readonly Target[],
  byColumn: Map<number, Chosen>,
  taken: Set<string>,
) {
  for (const target of targets.filter((one) => one.required && !taken.has(one.target))) {
    const free = columns
      .map((facts, column) => ({ facts, column }))
      .filter(({ facts, column }) => !byColumn.has(column) && facts.filled > 0 && valueScore(facts, target) >= 0)
    const best = free.sort((a, b) => b.facts.length - a.facts.length || a.column - b.column)[0]
    if (!best) continue
    byColumn.set(best.column, { column: best.column, target: target.target, name: 0, value: 0, score: 0 })
    taken.add(target.target)
  }
}
