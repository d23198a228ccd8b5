import { appStore } from './app-store.ts'
import type { Collector, ReviewSources } from './collector.ts'
import { feed } from './feed.ts'
import { fileDrop } from './file.ts'
import { hackerNews } from './hacker-news.ts'
import { httpJson } from './http-json.ts'
import { reddit } from './reddit.ts'
import { Settings, SourceSettingsError } from './settings.ts'
import { site } from './site.ts'

/** Each kind of source; a new one is a file and a line here. */
const kinds: Record<string, (name: string, settings: Settings) => Collector> = {
  site,
  app_store: appStore,
  hacker_news: hackerNews,
  reddit,
  feed,
  file: fileDrop,
  http_json: httpJson,
}

/** Reddit is not among them: its robots.txt turns everybody away who has no agreement with it. */
const usual = (folder: string) => [
  { type: 'site', name: 'website' },
  { type: 'app_store' },
  { type: 'hacker_news' },
  { type: 'file', folder },
]

export type SourceOptions = {
  /** As the operator wrote them; null for the usual ones. */
  sources: readonly unknown[] | null
  /** Where the usual file source looks. */
  folder: string
  delayMs: number
}

/** Throws SourceSettingsError, with the place in its message. */
export function reviewSources({ sources, folder, delayMs }: SourceOptions): ReviewSources {
  const collectors = (sources ?? usual(folder)).map((given, n) => {
    const settings = new Settings(given, `source ${n + 1}`)
    const type = settings.oneOf('type', Object.keys(kinds), '')
    const name = settings.text('name', type)
    if (!/^[a-z0-9][a-z0-9_.-]{0,63}$/.test(name))
      throw new SourceSettingsError(`source ${n + 1}.name must be a short word in lower case`)
    const collector = kinds[type]!(name, settings)
    settings.end()
    return collector
  })
  const twice = collectors.find(({ name }, n) => collectors.findIndex((other) => other.name === name) < n)
  if (twice) throw new SourceSettingsError(`two sources are called ${twice.name}; give each a name`)
  return { collectors, delayMs }
}
