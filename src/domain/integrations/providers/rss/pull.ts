import type { CheerioAPI } from 'cheerio'
import { loadMarkup } from '#engine/text/load-markup.ts'
import { textSetting } from '#domain/integrations/config.ts'
import { htmlToText } from '#domain/integrations/mapping/html-to-text.ts'
import type { PullDefinition, PullStream } from '#domain/integrations/definition/provider.ts'
import { UnreadableAnswerError } from '#domain/integrations/definition/answers.ts'
import { recordFrom } from '#domain/integrations/definition/record-from.ts'

type Selection = ReturnType<CheerioAPI>
type Entry = { id: string; title: string; content: string; link: string; time: string; author: string }

function entryOf(element: Selection): Entry {
  const text = (...names: string[]) => {
    for (const name of names) {
      const found = element.children(name.replace(':', '\\:')).first().text().trim()
      if (found !== '') return found
    }
    return ''
  }
  const link = text('link') || (element.children('link[rel="alternate"], link').first().attr('href') ?? '')
  const title = htmlToText(text('title'))
  return {
    id: text('guid', 'id') || link,
    title,
    content: htmlToText(text('content:encoded', 'content', 'description', 'summary')) || title,
    link,
    time: text('pubDate', 'published', 'updated', 'dc:date'),
    author: text('author', 'dc:creator'),
  }
}

/** A feed is one page; entries that are in it again are found by their id. */
const entries: PullStream = {
  name: 'entries',
  start: () => ({}),
  request: (_cursor, { config, baseUrl }) => ({
    url: textSetting(config, 'base_url') === undefined ? (textSetting(config, 'url') ?? '') : `${baseUrl}/feed`,
    headers: { accept: 'application/rss+xml, application/atom+xml, application/xml, text/xml' },
  }),
  page({ text }, _cursor, { since }) {
    const page = loadMarkup(text, { xml: true })
    if (page('rss, feed, rdf\\:RDF').length === 0) throw new UnreadableAnswerError('this is not a feed')
    const found = page('item, entry')
      .toArray()
      .map((element) => entryOf(page(element)))
    return { items: found.filter(({ time }) => !(Date.parse(time) < since.getTime())), next: {}, more: false }
  },
  read(item, _details, { source }) {
    const { id, title, content, link, time, author } = item as Entry
    return recordFrom(
      'feedback',
      {
        external_id: id.slice(0, 200),
        title,
        content,
        url: link,
        occurred_at: time === '' || Number.isNaN(Date.parse(time)) ? undefined : new Date(time).toISOString(),
        'metadata.author': author,
      },
      source,
    )
  },
}

export const pull: PullDefinition = {
  baseUrl: () => '',
  headers: () => ({}),
  // Feeds have no documented limit; one request in ten seconds is no load for any server.
  limits: { default: { requests: 6, seconds: 60 } },
  pageSize: 100,
  streams: () => [entries],
  notes: [
    'A feed has its newest entries only, so there is no history beyond them.',
    'Entries that disappear from the feed stay here.',
  ],
}
