import { Ajv2020 as Ajv, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Operation, Schema } from './document.ts'
import { idsIn, type KnownIds } from './ids.ts'
import type { Request } from './requests.ts'
import type { Answer } from './send.ts'

export type CheckName =
  | 'answered'
  | 'no server error'
  | 'documented status'
  | 'JSON'
  | 'documented body'
  | 'documented code'
  | 'request id'
  | 'bad data refused'
  | 'good data accepted'
  | 'nothing of another organization'
  | 'key enforced'
  | 'role enforced'
  | 'stored as sent'
export type Finding = { check: CheckName; message: string }

/** Refusals of well-formed data that no schema can express; each is a rule of the contract. */
const rulesBeyondSchemas: { path: RegExp; on?: RegExp; why: string }[] = [
  { path: /_ids?(\.\d+)?$/, why: 'the thing named has gone since it was picked, or may not be named here' },
  { path: /^body\.(start|target)_date$|^body\.ends_at$|\.end_ms$/, why: 'nothing ends before it begins' },
  { path: /^body\.(quote|text)$/, why: 'a quote stands in its source' },
  { path: /^body\.(transcript\.)?text$|^body\.content(_base64)?$/, why: 'a file is of a format that is known' },
  { path: /^body\.(items\.\d+\.)?rating$/, why: 'a scale ends above its start and holds its value' },
  {
    path: /^body\.((items|tickets)\.\d+\.)?(contact|requester)$/,
    why: 'a contact is named by its id or by its fields, and known by an email, a phone or an identity',
  },
  { path: /^query\.(from|to)$/, why: 'a period begins before it ends, and holds a bounded number of buckets' },
  { path: /^query\.after$/, on: /^listEvents$/, why: 'the feed is read on after one of its events' },
  { path: /^query\.question_key$/, on: /^listSurveyResponses$/, why: 'a value answers a question' },
  { path: /^body\.rules(\.|$)/, why: 'what a field is compared with depends on the field' },
  { path: /^body(\.(items|contacts)\.\d+)?$/, why: 'a contact is known by an email, a phone or an identity' },
  { path: /^body\.segments$/, on: /Interview|Transcript/, why: 'a transcript is given as text or as segments' },
  {
    path: /^body\.participants(\.\d+\.speaker)?$/,
    why: 'who takes part in an interview speaks in it and, as a contact, is still there',
  },
  {
    path: /^query\.(category|sentiment|source)$/,
    on: /^getDashboardTrends$/,
    why: 'what can be filtered by depends on the metric',
  },
  {
    path: /^body\.(questions\.\d+\.)?(options(\.|$)|scale|analyze$|key$)/,
    on: /Survey/,
    why: 'what a question has depends on its type',
  },
  { path: /^body\.answers(\.|$)/, on: /SurveyResponse/, why: 'answers fit the questions of their survey' },
  { path: /^body\.(config|mapping)(\.|$)/, on: /Integration/, why: 'what can be set depends on the provider' },
  {
    path: /^body\.(columns|questions)(\.|$)/,
    on: /^updateCsvMapping$/,
    why: 'columns are those of the uploaded table',
  },
]

type ErrorBody = { error?: { code?: string; message?: string; details?: { path: string; message: string }[] } }

/** Answers are held to one way of writing a time, so these are narrower than what requests may use. */
const answerFormats: Record<string, (text: string) => boolean> = {
  'date-time': (text) => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text,
  date: (text) => /^\d{4}-\d\d-\d\d$/.test(text),
  uuid: (text) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text),
  email: (text) => text.includes('@'),
}

export type Check = (request: Request, answer: Answer) => Finding[]

const ajv = new Ajv({ strict: false, allErrors: true })
for (const [name, check] of Object.entries(answerFormats)) ajv.addFormat(name, check)
const validators = new Map<string, ValidateFunction>()

/** Every operation documents the same errors, so most schemas have been compiled before. */
function validatorOf(schema: Schema): ValidateFunction {
  const name = JSON.stringify(schema)
  const known = validators.get(name) ?? ajv.compile(schema)
  validators.set(name, known)
  return known
}

/** Everything that must hold for one answer of one operation. */
export function answerChecks(operation: Operation, ids: KnownIds, canary: string): Check {
  const compiled = new Map([...operation.answers].map(([status, { schema }]) => [status, validatorOf(schema)]))
  return (request, answer) => {
    const body = parsed(answer.text)
    return [
      ...shape(operation, compiled, answer, body),
      ...(operation.open ? [] : entrance(operation, request, answer)),
      ...verdict(operation, request, answer, body),
      ...(operation.open ? [] : tenancy(request, answer, ids, canary)),
      ...(answer.status < 300 && operation.writes ? storedAsSent(request.sent, body, isRepeat(operation, answer)) : []),
    ]
  }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const short = (text: string) => (text.length > 400 ? `${text.slice(0, 400)}…` : text)

function shape(
  operation: Operation,
  compiled: Map<number, ValidateFunction>,
  { status, headers, text }: Answer,
  body: unknown,
): Finding[] {
  const found: Finding[] = []
  const add = (check: CheckName, message: string) => found.push({ check, message })
  if (status >= 500) add('no server error', `${status} ${short(text)}`)
  if (!/^[\w.-]{1,64}$/.test(String(headers['x-request-id'] ?? '')))
    add('request id', `X-Request-Id is ${String(headers['x-request-id'])}`)
  const type = headers['content-type'] ?? ''
  const documented = operation.answers.get(status)
  if (!type.startsWith('application/json') && documented?.types.includes(type.split(';')[0]!)) return found
  if (!/^application\/json\b/.test(type) || body === undefined) add('JSON', `${type}: ${short(text)}`)
  if (!documented) add('documented status', `${status} is not documented: ${short(text)}`)
  else {
    const valid = compiled.get(status)!
    if (!valid(body)) add('documented body', `${errorsOf(valid)} in ${short(text)}`)
    const code = (body as ErrorBody | undefined)?.error?.code
    if (documented.codes && !documented.codes.includes(code ?? ''))
      add('documented code', `${code} is not documented for ${status}`)
  }
  return found
}

const errorsOf = ({ errors }: ValidateFunction) =>
  (errors ?? [])
    .slice(0, 5)
    .map((e) => `${e.instancePath} ${e.message} ${JSON.stringify(e.params)}`)
    .join('; ')

/** Who may not come in is told only that, whatever they sent. */
function entrance(operation: Operation, request: Request, { status }: Answer): Finding[] {
  const early = request.brokenAddress && (status === 404 || status === 414)
  if (request.identity === 'revoked' || request.identity === 'none')
    return status === 401 || early
      ? []
      : [{ check: 'key enforced', message: `key: ${request.identity}; answered ${status}` }]
  if (request.identity === 'member' && operation.adminOnly)
    return status === 403 || early ? [] : [{ check: 'role enforced', message: `a member was answered ${status}` }]
  return []
}

function verdict({ id }: Operation, request: Request, { status, text }: Answer, body: unknown): Finding[] {
  if (request.expect === 'bad' && status < 400 && !refusedInPart(body))
    return [{ check: 'bad data refused', message: `answered ${status} ${short(text)}` }]
  if (request.expect !== 'good' || (status !== 400 && status !== 413 && status !== 415)) return []
  const details = (body as ErrorBody | undefined)?.error?.details ?? []
  const excused =
    details.length > 0 &&
    details.every(({ path }) => rulesBeyondSchemas.some((rule) => rule.path.test(path) && (rule.on?.test(id) ?? true)))
  return excused ? [] : [{ check: 'good data accepted', message: `answered ${status} ${short(text)}` }]
}

/** A bulk request is answered item by item. */
const refusedInPart = (body: unknown) =>
  ((body as { summary?: { failed?: number } } | undefined)?.summary?.failed ?? 0) > 0

function tenancy(request: Request, { text }: Answer, ids: KnownIds, canary: string): Finding[] {
  const marked = request.whose === 'home' && text.includes(canary) ? ['text of another organization'] : []
  const sent = `${request.path} ${request.body?.toString('latin1') ?? ''}`
  const strangers = idsIn(text).filter((id) => ids.stateOf(id, request.whose) === 'foreign' && !sent.includes(id))
  const seen = [...marked, ...strangers.slice(0, 3)]
  return seen.map((what) => ({ check: 'nothing of another organization', message: `${what} in ${short(text)}` }))
}

/** Sent again, a thing that is there already is added to. */
const isRepeat = ({ method, answers }: Operation, { status }: Answer) =>
  method === 'POST' && status === 200 && answers.has(201)

/** What was sent and comes back under the same name is what was sent; sent again, nothing takes nothing away. */
function storedAsSent(sent: unknown, body: unknown, isAdded: boolean): Finding[] {
  if (sent === null || typeof sent !== 'object' || body === null || typeof body !== 'object') return []
  const answered = body as Record<string, unknown>
  return (
    Object.entries(sent)
      // What is completed stays so when it is sent again.
      .filter(
        ([name, value]) =>
          !isAdded || (value !== null && !Array.isArray(value) && !(name === 'completed' && value === false)),
      )
      .filter(
        ([name, value]) =>
          name in answered && !mayDiffer(name, value, { ...sent, ...answered }) && !same(value, answered[name]),
      )
      .map(([name, value]) => ({
        check: 'stored as sent',
        message: `${name}: sent ${shown(value)}, came back as ${shown(answered[name])}`,
      }))
  )
}

const shown = (value: unknown) => short(JSON.stringify(value))

/** The first quote of an insight speaks for it whatever was asked, the next one when it is taken away; a redacted one keeps its words. */
const mayDiffer = (name: string, sent: unknown, answered: Record<string, unknown>) =>
  name === 'is_representative' ||
  // A contact is written by all its fields and shown by three; what it is known by is added to, never taken away.
  name === 'contact' ||
  name === 'identities' ||
  name === 'phone' ||
  name === 'attributes' ||
  name === 'company' ||
  (name === 'contact_id' && 'contact' in answered) ||
  // Ends that are left out of a scale are set, speakers stay in their transcript, and what is switched off keeps its rhythm.
  name === 'scale' ||
  name === 'participants' ||
  (name === 'cadence' && answered.enabled === false) ||
  (name === 'title' && answered.existing === true) ||
  // What is found out is told; an answer that says nothing is none.
  (name === 'format' && sent === 'auto') ||
  (name === 'answers' && (sent as { value?: unknown }[]).some(({ value }) => (value ?? '') === '')) ||
  (name === 'text' && answered.redacted === true) ||
  (name === 'quote' && (sent === null || answered.quote === '[redacted]'))

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

function same(sent: unknown, back: unknown): boolean {
  if (Array.isArray(sent) && Array.isArray(back)) {
    // Things join those that are there, plain values take their place.
    const joins = typeof sent[0] === 'object'
    return (joins || sent.length === back.length) && sent.every((item) => back.some((other) => same(item, other)))
  }
  if (isObject(sent) && isObject(back)) return Object.entries(sent).every(([name, value]) => same(value, back[name]))
  if (typeof sent !== 'string' || typeof back !== 'string') return JSON.stringify(sent) === JSON.stringify(back)
  const moment = /^\d{4}-\d\d-\d\dT/.test(sent) && answerFormats['date-time']!(back)
  return moment ? Math.abs(Date.parse(sent) - Date.parse(back)) <= 1 : sent.trim() === back || sent === back
}
