import { listSetting, textSetting } from '#domain/integrations/config.ts'
import { nestedValue } from '#domain/integrations/mapping/sanitize.ts'
import type { PullDefinition, PullStream } from '#domain/integrations/definition/provider.ts'
import { cursorNumber } from '#domain/integrations/definition/answers.ts'
import { passPage, startPass } from '#domain/integrations/definition/newest-first.ts'
import { recordFrom } from '#domain/integrations/definition/record-from.ts'

/** The feed has ten pages of fifty reviews. */
const maxPages = 10

/** One review alone is an object instead of a list; an empty feed has none. */
function entriesOf(json: unknown): readonly unknown[] {
  const entry = nestedValue(json, 'feed', 'entry')
  const entries = Array.isArray(entry) ? entry : [entry]
  return entries.filter((one) => nestedValue(one, 'im:rating', 'label') !== undefined)
}

const countryStream = (app: string, country: string): PullStream => ({
  name: country,
  start: ({ since }) => startPass(since),
  request: (cursor) => ({
    url: `/${country}/rss/customerreviews/page=${cursorNumber(cursor, 'page') ?? 1}/id=${app}/sortby=mostrecent/json`,
  }),
  page(answer, cursor) {
    const page = cursorNumber(cursor, 'page') ?? 1
    return passPage(cursor, {
      items: entriesOf(answer.json),
      timeOf: (item) => String(nestedValue(item, 'updated', 'label')),
      after: page < maxPages ? { page: page + 1 } : undefined,
    })
  },
  read: (item, _details, { source }) =>
    recordFrom(
      'feedback',
      {
        external_id: nestedValue(item, 'id', 'label'),
        title: nestedValue(item, 'title', 'label'),
        content: [nestedValue(item, 'title', 'label'), nestedValue(item, 'content', 'label')]
          .filter(Boolean)
          .join('\n\n'),
        rating: nestedValue(item, 'im:rating', 'label'),
        occurred_at: nestedValue(item, 'updated', 'label'),
        'metadata.version': nestedValue(item, 'im:version', 'label'),
        'metadata.country': country,
        'metadata.author': nestedValue(item, 'author', 'name', 'label'),
      },
      source,
    ),
})

export const pull: PullDefinition = {
  baseUrl: () => 'https://itunes.apple.com',
  headers: () => ({}),
  // Apple documents no limit; 20 a minute is what its search service allows.
  limits: { default: { requests: 20, seconds: 60 } },
  pageSize: 50,
  streams: (config) =>
    listSetting(config, 'countries').map((country) =>
      countryStream(textSetting(config, 'app_id') ?? '', country.toLowerCase()),
    ),
  notes: [
    'Checked against a local server, not against Apple itself. The feed is public but not part of a documented API.',
    'It has the newest 500 reviews of a country. App Store Connect has all of them.',
  ],
}
