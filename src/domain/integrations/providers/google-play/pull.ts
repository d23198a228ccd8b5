import { textSetting } from '#domain/integrations/config.ts'
import { asArray, cleanText, nestedValue } from '#domain/integrations/mapping/sanitize.ts'
import type { PullContext, PullDefinition, PullStream } from '#domain/integrations/definition/provider.ts'
import { withQuery, unixSeconds, cursorText } from '#domain/integrations/definition/answers.ts'
import { CredentialError, jwtGrant, signJwt } from '#domain/integrations/definition/jwt.ts'
import { recordFrom } from '#domain/integrations/definition/record-from.ts'
import { simulated } from '#domain/integrations/definition/simulated.ts'

const scope = 'https://www.googleapis.com/auth/androidpublisher'
const audience = 'https://oauth2.googleapis.com/token'

function serviceAccount({ credential }: PullContext): { client_email: string; private_key: string } {
  try {
    const { client_email, private_key } = JSON.parse(credential.service_account ?? '') as Record<string, unknown>
    if (typeof client_email === 'string' && typeof private_key === 'string') return { client_email, private_key }
  } catch {
    // Reported below, as a file of another kind is.
  }
  throw new CredentialError('This is not a key file of a service account: it has no client_email and private_key.')
}

function assertion(ctx: PullContext): string {
  const { client_email, private_key } = serviceAccount(ctx)
  const iat = unixSeconds(ctx.now)
  return signJwt('RS256', private_key, {}, { iss: client_email, scope, aud: audience, iat, exp: iat + 3600 })
}

/** Every pass reads the whole list: it is short, and an edited review is in it again. */
const reviews = (app: string): PullStream => ({
  name: 'reviews',
  start: () => ({}),
  request: (cursor, { pageSize }) => ({
    url: withQuery(`/androidpublisher/v3/applications/${encodeURIComponent(app)}/reviews`, {
      maxResults: pageSize,
      token: cursorText(cursor, 'token'),
    }),
  }),
  page({ json }) {
    const token = nestedValue(json, 'tokenPagination', 'nextPageToken')
    const more = typeof token === 'string' && token !== ''
    return { items: asArray(nestedValue(json, 'reviews')), next: more ? { token } : {}, more }
  },
  read(item, _details, { source }) {
    const comment = asArray(nestedValue(item, 'comments'))
      .map((one) => nestedValue(one, 'userComment'))
      .find((one) => one !== undefined)
    return recordFrom(
      'feedback',
      {
        external_id: nestedValue(item, 'reviewId'),
        // A title is separated from the text by a tab.
        content: cleanText(nestedValue(comment, 'text'))?.replace(/\t+/g, '\n\n'),
        rating: nestedValue(comment, 'starRating'),
        occurred_at: nestedValue(comment, 'lastModified', 'seconds'),
        language: nestedValue(comment, 'reviewerLanguage'),
        'metadata.version': nestedValue(comment, 'appVersionName'),
        'metadata.device': nestedValue(comment, 'device'),
        'metadata.author': nestedValue(item, 'authorName'),
      },
      source,
    )
  },
})

export const pull: PullDefinition = {
  baseUrl: () => 'https://androidpublisher.googleapis.com',
  headers: ({ token }) => ({ authorization: `Bearer ${token ?? ''}` }),
  token: {
    request: (ctx) => jwtGrant(textSetting(ctx.config, 'base_url') === undefined ? audience : '/token', assertion(ctx)),
    read({ json }, now) {
      const token = nestedValue(json, 'access_token')
      const lifetime = nestedValue(json, 'expires_in')
      return typeof token === 'string'
        ? { token, expiresAt: now + (typeof lifetime === 'number' ? lifetime : 3600) * 1000 }
        : undefined
    },
  },
  limits: { default: { requests: 200, seconds: 3600 } },
  pageSize: 100,
  streams: (config) => [reviews(textSetting(config, 'package_name') ?? '')],
  isCursorExpired: ({ status, text }) => status === 400 && /token/i.test(text),
  notes: simulated('Google', [
    'Google gives out the reviews of the last week that have a comment, so there is no history; fetch hourly or daily.',
    'Deleted reviews stay here.',
  ]),
}
