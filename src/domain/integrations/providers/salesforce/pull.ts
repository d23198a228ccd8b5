import { textSetting } from '#domain/integrations/config.ts'
import { accepted, rejected } from '#domain/integrations/mapping/records.ts'
import { code, isObject, nestedValue } from '#domain/integrations/mapping/sanitize.ts'
import type { PullContext, PullDefinition, PullStream } from '#domain/integrations/definition/provider.ts'
import { arrayAt, withQuery, unixSeconds, cursorText } from '#domain/integrations/definition/answers.ts'
import { jwtGrant, signJwt } from '#domain/integrations/definition/jwt.ts'
import { recordFrom } from '#domain/integrations/definition/record-from.ts'
import { simulated } from '#domain/integrations/definition/simulated.ts'

const fields = [
  'Id',
  'CaseNumber',
  'Subject',
  'Description',
  'Status',
  'IsClosed',
  'Priority',
  'Origin',
  'CreatedDate',
  'SystemModstamp',
  'IsDeleted',
  'ContactId',
  'Contact.Name',
  'Contact.Email',
  'Account.Name',
].join(', ')
const soqlTime = (text: string) => new Date(text).toISOString()
/** Ids are letters and digits; anything else must not get into a query. */
const isId = (text: string | undefined): text is string => text !== undefined && /^[A-Za-z0-9]{1,18}$/.test(text)

/** Cases after a time and an id, so that equal times need no pages; queryAll includes deleted ones. */
const cases: PullStream = {
  name: 'cases',
  start: ({ since }) => ({ since: since.toISOString() }),
  request(cursor, { pageSize }) {
    const since = soqlTime(cursorText(cursor, 'since') ?? '1970-01-01')
    const id = cursorText(cursor, 'id')
    const where = isId(id)
      ? `SystemModstamp > ${since} OR (SystemModstamp = ${since} AND Id > '${id}')`
      : `SystemModstamp >= ${since}`
    const q = `SELECT ${fields} FROM Case WHERE ${where} ORDER BY SystemModstamp, Id LIMIT ${pageSize}`
    return { url: withQuery('/services/data/v62.0/queryAll', { q }) }
  },
  page(answer, cursor, { pageSize }) {
    const items = arrayAt(answer, 'records')
    const last = items.at(-1)
    const time = nestedValue(last, 'SystemModstamp')
    const id = nestedValue(last, 'Id')
    return typeof time === 'string' && typeof id === 'string'
      ? { items, next: { since: soqlTime(time), id }, more: items.length >= pageSize, reachedAt: soqlTime(time) }
      : { items, next: cursor, more: false }
  },
  read(item, _details, { source, baseUrl }) {
    const external_id = code(nestedValue(item, 'Id'))
    if (!isObject(item) || external_id === undefined) return rejected('case', 'the case has no id')
    if (item.IsDeleted === true)
      return accepted('case', { type: 'deletion', fields: { record: 'support_ticket', external_id } })
    return recordFrom(
      'support_ticket',
      {
        external_id,
        subject: item.Subject ?? `Case ${String(item.CaseNumber)}`,
        body: item.Description,
        status: item.IsClosed === true ? 'closed' : 'open',
        priority: typeof item.Priority === 'string' ? item.Priority.toLowerCase() : undefined,
        channel: item.Origin,
        company: nestedValue(item, 'Account', 'Name'),
        url: `${baseUrl}/${external_id}`,
        opened_at: item.CreatedDate,
        'requester.external_id': item.ContactId,
        'requester.name': nestedValue(item, 'Contact', 'Name'),
        'requester.email': nestedValue(item, 'Contact', 'Email'),
        'custom_fields.status': item.Status,
      },
      source,
    )
  },
}

function assertion({ credential, config, now }: PullContext): string {
  const { consumer_key = '', username = '', private_key = '' } = credential
  const isSandbox = /\.sandbox\./.test(textSetting(config, 'instance_url') ?? '')
  return signJwt(
    'RS256',
    private_key,
    {},
    {
      iss: consumer_key,
      sub: username,
      aud: isSandbox ? 'https://test.salesforce.com' : 'https://login.salesforce.com',
      exp: unixSeconds(now) + 180,
    },
  )
}

/** Sessions last two hours unless an admin chose otherwise; an earlier end is noticed by a 401. */
const tokenMs = 60 * 60_000

export const pull: PullDefinition = {
  baseUrl: (config) => textSetting(config, 'instance_url') ?? '',
  headers: ({ token }) => ({ authorization: `Bearer ${token ?? ''}` }),
  token: {
    request: (ctx) => jwtGrant('/services/oauth2/token', assertion(ctx)),
    read({ json }, now) {
      const token = nestedValue(json, 'access_token')
      return typeof token === 'string' ? { token, expiresAt: now + tokenMs } : undefined
    },
  },
  // 100,000 a day in the smallest edition that has the API; this leaves most of it to others.
  limits: { default: { requests: 1, seconds: 1 } },
  pageSize: 200,
  streams: () => [cases],
  notes: simulated('Salesforce', ['Comments and e-mails of a case are not read.']),
}
