import { textSetting } from '#domain/integrations/config.ts'
import { nestedValue } from '#domain/integrations/mapping/sanitize.ts'
import type { PullDefinition, PullStream } from '#domain/integrations/definition/provider.ts'
import { arrayAt, withQuery, unixSeconds, cursorText } from '#domain/integrations/definition/answers.ts'
import { signJwt } from '#domain/integrations/definition/jwt.ts'
import { passPage, startPass } from '#domain/integrations/definition/newest-first.ts'
import { recordFrom } from '#domain/integrations/definition/record-from.ts'
import { simulated } from '#domain/integrations/definition/simulated.ts'

/** Apple refuses tokens that are valid for longer than twenty minutes. */
const tokenSeconds = 600

/** The parameter of the next page; the host of the link is not followed. */
function nextCursor(json: unknown): string | undefined {
  const link = nestedValue(json, 'links', 'next')
  if (typeof link !== 'string' || !URL.canParse(link)) return undefined
  return new URL(link).searchParams.get('cursor') ?? undefined
}

const reviews = (app: string): PullStream => ({
  name: 'reviews',
  start: ({ since }) => startPass(since),
  request: (cursor, { pageSize }) => ({
    url: withQuery(`/v1/apps/${encodeURIComponent(app)}/customerReviews`, {
      sort: '-createdDate',
      limit: pageSize,
      cursor: cursorText(cursor, 'cursor'),
    }),
  }),
  page(answer, cursor) {
    const next = nextCursor(answer.json)
    const total = nestedValue(answer.json, 'meta', 'paging', 'total')
    return passPage(cursor, {
      items: arrayAt(answer, 'data'),
      timeOf: (item) => String(nestedValue(item, 'attributes', 'createdDate')),
      after: next === undefined ? undefined : { cursor: next },
      total: cursor.cursor === undefined && typeof total === 'number' ? total : undefined,
    })
  },
  read(item, _details, { source }) {
    const attribute = (name: string) => nestedValue(item, 'attributes', name)
    return recordFrom(
      'feedback',
      {
        external_id: nestedValue(item, 'id'),
        title: attribute('title'),
        content: [attribute('title'), attribute('body')].filter(Boolean).join('\n\n'),
        rating: attribute('rating'),
        occurred_at: attribute('createdDate'),
        'metadata.territory': attribute('territory'),
        'metadata.author': attribute('reviewerNickname'),
      },
      source,
    )
  },
})

export const pull: PullDefinition = {
  baseUrl: () => 'https://api.appstoreconnect.apple.com',
  headers: ({ credential: { issuer_id = '', key_id = '', private_key = '' }, now }) => ({
    authorization: `Bearer ${signJwt(
      'ES256',
      private_key,
      { kid: key_id },
      {
        iss: issuer_id,
        iat: unixSeconds(now),
        exp: unixSeconds(now) + tokenSeconds,
        aud: 'appstoreconnect-v1',
      },
    )}`,
  }),
  limits: { default: { requests: 3600, seconds: 3600 } },
  pageSize: 200,
  streams: (config) => [reviews(textSetting(config, 'app_id') ?? '')],
  isCursorExpired: ({ status, text }) => status === 400 && /cursor/i.test(text),
  notes: simulated('Apple', [
    'The API has no time of change: edits of reviews older than the last fetch are found when you fetch again from ' +
      'a date.',
  ]),
}
