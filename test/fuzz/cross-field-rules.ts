import { providers } from '#domain/integrations/providers/registry.ts'
import { IdRef } from './ids.ts'

/* Rules between the fields of an object that schemas cannot express. Drawn objects are changed to follow them; near misses break them. */

type Fields = Record<string, any>
type Rule = (fields: Fields) => void

const choice = (type: unknown) => type === 'single_choice' || type === 'multi_choice'
const count = (fields: Fields) => Object.keys(fields).length
/** Keeps some drawn values unchanged where near misses do not reach: in lists, or where two fields are involved. */
const asDrawn = (drawn: unknown, oneIn = 6) => JSON.stringify(drawn).length % oneIn === 0

/** Removes one of two alternative fields. */
const oneOf =
  (first: string, second: string): Rule =>
  (fields) => {
    if (fields[first] !== undefined && fields[second] !== undefined) delete fields[count(fields) % 2 ? first : second]
  }

const dayMs = 24 * 3600 * 1000
const isDay = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && value >= '1970-01-01' && value < '9990'
const isMoment = (value: unknown) => typeof value === 'string' && value < '9990' && !Number.isNaN(Date.parse(value))

const inOrder =
  (from: string, to: string): Rule =>
  (fields) => {
    const [a, b] = [fields[from], fields[to]]
    const isBehind =
      typeof a === 'number' && typeof b === 'number'
        ? a > b
        : typeof a === 'string' && typeof b === 'string' && Date.parse(a) >= Date.parse(b)
    if (isBehind) Object.assign(fields, { [from]: b, [to]: a })
    if (fields[from] !== null && fields[from] === fields[to] && typeof a === 'string') delete fields[to]
  }

const unknownId = '00000000-0000-4000-8000-000000000000'

/** Handles refer to the groups of the request, and points to insights. People have placed most of what there is. */
function fixGrouping(grouping: Fields) {
  const [theme] = grouping.themes
  grouping.themes = theme ? [{ handle: 'theme', name: theme.name }] : []
  grouping.subthemes = []
  grouping.assignments = grouping.assignments.slice(0, 1).map(({ points, ...place }: Fields) => ({
    ...place,
    ...(points && { points: [new IdRef('insight', JSON.stringify(points).length, 'live', unknownId)] }),
    theme: theme ? 'theme' : null,
    subtheme: null,
  }))
}

const settingsOf: Record<string, string[]> = {
  slack: ['channels', 'team_id'],
  intercom: ['app_id'],
  zendesk: ['account_id'],
  generic: ['signature'],
  'app-store': ['app_id', 'countries'],
}
const findings: Record<string, string> = { subtheme: 'competitorsubtheme', opportunity_teaser: 'teaser' }
const named: Record<string, string> = { competitor_insight: 'competitorinsight' }
const as = (kind: string, { pick, from, spare }: IdRef) => new IdRef(kind, pick, from, spare)

/** Patterns of masking rules have names of their own and are regular expressions. */
function fixPatterns(masking: Fields) {
  if (!Array.isArray(masking.patterns)) return
  masking.patterns = masking.patterns
    .slice(0, 20)
    .map((_: unknown, n: number) => ({ name: `p${n}`, pattern: `P-${n}+` }))
}

/** Masking rules and retention periods name each source once. */
function distinctSources(masking: Fields) {
  if (!Array.isArray(masking.sources) || typeof masking.sources[0]?.source !== 'string') return
  masking.sources = [...new Map(masking.sources.map((one: Fields) => [one.source, one])).values()]
}

/** The text field that objects of all types have. */
export const customFieldKey = 'note'

/** Values by the one key that there is. */
function fixCustomFields(object: Fields) {
  const [value] = Object.values(object.custom_fields)
  object.custom_fields = { [customFieldKey]: typeof value === 'string' ? value : null }
}

/** What is discussed and followed is named by its type and its id. */
const objectOfType =
  (type: string, id: string): Rule =>
  (fields) =>
    void (fields[id] instanceof IdRef && (fields[id] = as(fields[type], fields[id])))

/** Pages of the organization show no single object, and a story is that of a Project. */
function fixShareLink(link: Fields) {
  if (!['target_id', 'expires_in_days', 'frame_origin'].some((name) => name in link)) return
  const kind = link.kind === 'evidence_story' ? 'project' : link.kind
  if (link.kind === 'roadmap' || link.kind === 'dashboard') delete link.target_id
  else link.target_id = new IdRef(kind, count(link), 'live', unknownId)
}

/** Quiet hours have a beginning and an end. */
function fixQuietHours(fields: Fields) {
  if (!('quiet_from' in fields || 'quiet_to' in fields)) return
  const hours = asDrawn(fields, 2) ? ['22:00', '07:30'] : [null, null]
  Object.assign(fields, { quiet_from: hours[0], quiet_to: hours[1] })
}

const hasOptions = (kind: unknown) => kind === 'select' || kind === 'multi_select'

/** Only selects have options, and these need them. */
function fixOptions(field: Fields) {
  delete field.options
  if (hasOptions(field.kind)) field.options = [{ name: 'Gold' }, { key: 'silver', name: 'Silver' }]
}

const rules: { of: string[]; rule: Rule }[] = [
  // Any other write is covered by its own cases.
  {
    of: ['title', 'changes'],
    rule: (set) => void (set.changes = [{ operation: 'createTheme', body: { name: set.title } }]),
  },
  { of: ['contact', 'contact_id'], rule: oneOf('contact', 'contact_id') },
  { of: ['themes', 'subthemes', 'assignments'], rule: fixGrouping },
  { of: ['requester', 'contact_id'], rule: oneOf('requester', 'contact_id') },
  { of: ['transcript', 'segments'], rule: oneOf('transcript', 'segments') },
  { of: ['content', 'content_base64'], rule: oneOf('content', 'content_base64') },
  {
    of: ['content_base64'],
    rule: (upload) => void (upload.content_base64 = Buffer.from(tableOf(upload.content_base64)).toString('base64')),
  },
  {
    of: ['file_name', 'content'],
    rule: (upload) => void Object.assign(upload, { type: 'feedback', content: tableOf(upload.content) }),
  },
  { of: ['columns', 'questions'], rule: (mapping) => void delete mapping.questions },
  // Every uploaded table has this column, and it is required.
  {
    of: ['columns'],
    rule: (mapping) =>
      void (
        asDrawn(mapping.columns) ||
        (mapping.columns = [{ ...mapping.columns[0], header: 'content', target: 'content' }])
      ),
  },
  // The number of tracked competitors is limited.
  {
    of: ['name', 'website'],
    rule: (competitor) => void (competitor.website = `https://${competitor.website.at(-14)}.example.com`),
  },
  { of: ['starts_at', 'ends_at'], rule: inOrder('starts_at', 'ends_at') },
  { of: ['start_date', 'target_date'], rule: inOrder('start_date', 'target_date') },
  { of: ['start_ms', 'end_ms'], rule: inOrder('start_ms', 'end_ms') },
  { of: ['opened_at', 'resolved_at'], rule: inOrder('opened_at', 'resolved_at') },
  // A dashboard needs both days; elsewhere the end is optional.
  {
    of: ['from'],
    rule: (range) =>
      void (
        isDay(range.from) &&
        (range.to = new Date(Date.parse(range.from) + (count(range) * 100 - 1) * dayMs).toISOString().slice(0, 10))
      ),
  },
  { of: ['to'], rule: (range) => void (isDay(range.to) && range.from === undefined && delete range.to) },
  // Few themes: each may have been merged or archived meanwhile.
  {
    of: ['theme_ids'],
    rule: (fields) => void (Array.isArray(fields.theme_ids) && (fields.theme_ids = fields.theme_ids.slice(0, 2))),
  },
  {
    of: ['value', 'scale_min', 'scale_max'],
    rule: (rating) => void Object.assign(rating, { value: 4, scale_min: 1, scale_max: 5 }),
  },
  // The satisfaction score of a ticket; a scale may also be left out.
  { of: ['score', 'scale_min'], rule: (csat) => void Object.assign(csat, { score: 4, scale_min: 1, scale_max: 5 }) },
  { of: ['score', 'scale_max'], rule: (csat) => void Object.assign(csat, { score: 4, scale_min: 1, scale_max: 5 }) },
  { of: ['rating_scale'], rule: (mapped) => void (mapped.rating_scale = { min: 0, max: 10 }) },
  { of: ['rules', 'kind'], rule: (segment) => void delete segment.kind },
  { of: ['kind'], rule: (segment) => void (segment.kind === 'rules' && (segment.kind = 'manual')) },
  { of: ['field', 'op'], rule: (condition) => void (asDrawn(condition, 16) || fixCondition(condition)) },
  // Participants of an interview must speak in it.
  {
    of: ['participants', 'segments'],
    rule: (interview) =>
      void (interview.participants = interview.participants
        .slice(0, 1)
        .map((person: Fields) => ({ ...person, speaker: interview.segments[0].speaker ?? 'Ana Lima' }))),
  },
  {
    of: ['participants', 'transcript'],
    rule: (interview) => void (interview.transcript = { text: 'Mia: How is it?\n\nAna Lima: Slow.' }),
  },
  {
    of: ['participants'],
    rule: (interview) =>
      void (interview.segments ?? interview.transcript ?? (count(interview) % 4 ? delete interview.participants : 0)),
  },
  { of: ['question_id', 'key'], rule: (answer) => void delete answer.key },
  { of: ['question_id'], rule: (answer) => void ('option_ids' in answer && delete answer.option_ids) },
  { of: ['question_id', 'value'], rule: (answer) => void (answer.value = answer.question_id.pick % 3 ? 'Because' : 9) },
  // Of a survey response; elsewhere a switch has this name.
  {
    of: ['answers'],
    rule: (response) => {
      if (Array.isArray(response.answers)) response.answers = response.answers.slice(0, 1)
    },
  },
  {
    of: ['format', 'text'],
    rule: (transcript) => void Object.assign(transcript, { format: 'auto', text: talkOf(transcript.text) }),
  },
  // An unverified quote needs allow_unverified.
  { of: ['allow_unverified'], rule: (quote) => void (asDrawn(quote) || (quote.allow_unverified = true)) },
  // A changed quote is rarely part of its source.
  {
    of: ['text', 'is_representative'],
    rule: (quote) => void ('allow_unverified' in quote || asDrawn(quote, 3) || delete quote.text),
  },
  { of: ['type', 'text'], rule: fixQuestion },
  {
    of: ['provider'],
    rule: (integration) => void (providers.has(integration.provider) || (integration.provider = 'generic')),
  },
  { of: ['time_zone'], rule: (one) => void (asDrawn(one) || (one.time_zone = 'Europe/Lisbon')) },
  { of: ['custom_fields'], rule: fixCustomFields },
  { of: ['object_type', 'kind'], rule: fixOptions },
  { of: ['object_type', 'object_id'], rule: objectOfType('object_type', 'object_id') },
  { of: ['objectType', 'objectId'], rule: objectOfType('objectType', 'objectId') },
  { of: ['object_id', 'parent_id'], rule: (comment) => void (asDrawn(comment, 3) || delete comment.parent_id) },
  { of: ['kind'], rule: fixShareLink },
  { of: ['text', 'content_base64'], rule: oneOf('text', 'content_base64') },
  { of: ['content_base64', 'file_date'], rule: (file) => void (asDrawn(file) || delete file.kind) },
  { of: ['provider', 'credential'], rule: fixConnection },
  { of: ['provider', 'config'], rule: (connection) => void ('name' in connection || fixConnection(connection)) },
  // A credential fits one provider only.
  { of: ['credential'], rule: (integration) => void (integration.provider ?? delete integration.credential) },
  { of: ['pull'], rule: (integration) => void (integration.provider ?? delete integration.pull) },
  {
    of: ['enabled', 'credential'],
    rule: (integration) => void (delete integration.credential, delete integration.pull),
  },
  {
    of: ['provider', 'config'],
    rule: ({ provider, config }) => keep(config, ['source', ...(settingsOf[provider] ?? [])]),
  },
  { of: ['config'], rule: (integration) => void (integration.provider ?? keep(integration.config, ['source'])) },
  {
    of: ['mapping'],
    rule: (integration) => void (integration.provider ?? (count(integration) % 4 ? delete integration.mapping : 0)),
  },
  {
    of: ['provider', 'mapping'],
    rule: (integration) => void (integration.provider === 'generic' || delete integration.mapping),
  },
  { of: ['patterns'], rule: fixPatterns },
  { of: ['sources'], rule: distinctSources },
  { of: ['source_type', 'title'], rule: promotesOneThing },
  {
    of: ['type', 'id'],
    rule: (wanted) =>
      void (wanted.id instanceof IdRef && (wanted.id = as(named[wanted.type] ?? wanted.type, wanted.id))),
  },
]

function keep(fields: Fields, names: string[]) {
  for (const name of Object.keys(fields)) if (!names.includes(name)) delete fields[name]
}

/** A CSV file with one column and any text in its cell. */
const tableOf = (text: string) =>
  text.includes('\n') || asDrawn(text) ? text : `content\n"${text.replaceAll('"', '""')}"\n`
/** A conversation with any text. */
const talkOf = (text: string) => (text.includes('\n') || asDrawn(text) ? text : `Mia: How is it?\n\nAna Lima: ${text}`)

const [same, parts, presence] = [
  ['eq', 'neq', 'in', 'not_in'],
  ['contains', 'starts_with', 'ends_with'],
  ['is_set', 'is_not_set'],
]
const [sizes, times] = [
  ['gt', 'gte', 'lt', 'lte'],
  ['before', 'after', 'within_days'],
]
const textual = [...same, ...parts, ...presence]
const keyed = [...textual, ...sizes, ...times]
const temporal = [...times, ...presence]
const operatorsOf: Record<string, string[]> = {
  attribute: keyed,
  integration_attribute: keyed,
  custom_field: keyed,
  created_at: temporal,
  last_feedback_at: temporal,
  feedback_count: [...same, ...sizes],
  nps_type: [...same, ...presence],
}
const npsTypes = ['promoter', 'Passive', 'DETRACTOR']
const moments = ['2026-05-02', '2024-02-29T23:59:59.999+05:45']

/** The operators depend on the field, and the value on both. */
function fixCondition(condition: Fields) {
  const { field, op: drawn, value } = condition
  const known = operatorsOf[field] ?? textual
  const op = known.includes(drawn) ? drawn : known[drawn.length % known.length]!
  const all = Array.isArray(value) ? value : [value]
  const length = JSON.stringify(all).length
  const apt = (given: unknown) => {
    if (times.includes(op)) return op === 'within_days' ? length : moments[length % 2]
    if (field === 'feedback_count' || sizes.includes(op)) return typeof given === 'number' ? given : length
    if (field === 'nps_type') return npsTypes[length % 3]
    return known === keyed && !parts.includes(op) ? (given ?? true) : String(given ?? 'pro')
  }
  condition.op = op
  condition.value = op.endsWith('in') ? all.map((given) => apt(given ?? 'pro')) : apt(all[0])
  if (presence.includes(op)) delete condition.value
  if (known !== keyed) delete condition.key
  else condition.key ??= 'tier'
}

/** Choice questions have options, scales have limits, and only open text is analyzed. */
function fixQuestion(question: Fields) {
  if (!('required' in question || 'options' in question || 'scale' in question || 'analyze' in question)) return
  if (!choice(question.type)) delete question.options
  else question.options = [{ label: 'Speed' }, { id: 'price', label: 'Price' }]
  if (question.type !== 'rating' && question.type !== 'number') delete question.scale
  else if (question.scale) Object.assign(question.scale, { min: 1, max: 7 })
  else delete question.scale
  if (question.type !== 'open_text') delete question.analyze
  if (count(question) % 3) delete question.required
}

const connectable = ['zendesk', 'intercom', 'slack', 'linear', 'jira', 'generic']

/** A test needs what its provider needs; this one needs no credential. */
function fixConnection(connection: Fields) {
  if ('name' in connection) {
    connection.provider = connectable[JSON.stringify(connection).length % connectable.length]
    delete connection.credential
    delete connection.backfill_from
  } else {
    Object.assign(connection, {
      provider: 'app-store',
      config: { app_id: '1', countries: ['us'], base_url: 'https://127.0.0.1' },
      credential: {},
    })
    delete connection.mapping
  }
}

function promotesOneThing(finding: Fields) {
  const { source_type: type, source_id: id, insight_ids: insights } = finding
  const spare = id ?? insights?.[0]
  if (type === 'insights') delete finding.source_id
  else delete finding.insight_ids
  if (type === 'insights' && !insights?.length && spare) finding.insight_ids = [as('competitorinsight', spare)]
  if (findings[type] && spare) finding.source_id = as(findings[type], spare)
}

/** A null email identifies no contact, and a contact cannot be merged into another one here. */
function knownSomehow(fields: Fields) {
  if (fields.contact && fields.contact_id === null) delete fields.contact_id
  if (
    fields.email === null &&
    !fields.phone &&
    !fields.identities?.length &&
    ('phone' in fields || 'identities' in fields)
  )
    fields.email = 'ana@example.com'
}

/** The account of a contact is given by hand or found; null counts as given. */
function oneAccount(fields: Fields) {
  if (!('account_id' in fields) || !('company' in fields || 'account_identity' in fields)) return
  for (const name of count(fields) % 2 ? ['account_id'] : ['company', 'account_identity']) delete fields[name]
}

/** An opportunity is put next to another one, or at the end of a horizon. */
function onePlace(fields: Fields) {
  const given = ['horizon', 'before', 'after'].filter((name) => name in fields)
  for (const name of given.length > 1 ? given.toSpliced(count(fields) % given.length, 1) : []) delete fields[name]
}

/** Any factors are valid for `weighted`, each once; the other kinds have usual ones. */
function fixFactors(fields: Fields) {
  if (typeof fields.factor === 'string' && 'full_at' in fields) fields.weight = 1
  if (typeof fields.factor === 'string' && 'name' in fields) fields.key = fields.factor === 'rating' ? 'reach' : null
  if (Array.isArray(fields.factors))
    fields.factors = [...new Map(fields.factors.map((one: Fields) => [one.factor, one])).values()]
  if (fields.factors && fields.kind && fields.kind !== 'weighted') delete fields.factors
  if (fields.kind === 'weighted') fields.factors ??= [{ factor: 'people', name: 'People' }]
}

const filtersOf: Record<string, string[]> = { nps: ['segment_id', 'source'], opportunities: ['category', 'segment_id'] }
const rulesOfQueries: typeof rules = [
  { of: ['value'], rule: (query) => void (query.question_key ??= 'improve') },
  { of: ['custom_field'], rule: (query) => void (query.custom_field = `${customFieldKey}:slow`) },
  { of: ['sort_custom_field'], rule: (query) => void (query.sort_custom_field = customFieldKey) },
  {
    of: ['metric'],
    rule: (query) =>
      filtersOf[query.metric] && keep(query, ['metric', 'granularity', 'from', 'to', ...filtersOf[query.metric]!]),
  },
  {
    of: ['metric', 'from'],
    rule: (query) =>
      void (
        isMoment(query.from) && (query.to = new Date(Date.parse(query.from) + count(query) * 100 * dayMs).toISOString())
      ),
  },
]

const keepRules = (fields: Fields, all: typeof rules): Fields => {
  for (const { of, rule } of all)
    if (of.every((name) => fields[name] !== undefined && fields[name] !== null)) rule(fields)
  return fields
}

export function sensible(fields: Fields): Fields {
  knownSomehow(fields)
  onePlace(fields)
  fixFactors(fields)
  oneAccount(fields)
  fixQuietHours(fields)
  return keepRules(fields, rules)
}
export const applyParamRules = (params: Fields): Fields => keepRules(params, rules)
export const applyQueryRules = (query: Fields): Fields => keepRules(sensible(query), rulesOfQueries)
