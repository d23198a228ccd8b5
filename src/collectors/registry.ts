import { appStore } from './app-store.ts'
import type { Collector, ReviewSources } from './collector.ts'
import { feed } from './feed.ts'
import { fileDrop } from './file-drop.ts'
import { hackerNews } from './hacker-news.ts'
import { httpJson } from './http-json.ts'
import { reddit } from './reddit.ts'
import { CollectorSettings, SourceSettingsError } from './settings.ts'
import { site } from './site.ts'

/** The source types; add a file and a line here for a new one. */
const kinds: Record<string, (name: string, settings: CollectorSettings) => Collector> = {
  site,
  app_store: appStore,
  hacker_news: hackerNews,
  reddit,
  feed,
  file: fileDrop,
  http_json: httpJson,
}

/** Without Reddit, whose robots.txt disallows crawlers without an agreement. */
const defaultSources = (folder: string) => [
  { type: 'site', name: 'website' },
  { type: 'app_store' },
  { type: 'hacker_news' },
  { type: 'file', folder },
]

type SourceOptions = {
  /** From the configuration; null for the default sources. */
  sources: readonly unknown[] | null
  /** Folder of the default file source. */
  folder: string
  delayMs: number
}

/** Throws SourceSettingsError naming the source and field. */
export function reviewSources({ sources, folder, delayMs }: SourceOptions): ReviewSources {
  const collectors = (sources ?? defaultSources(folder)).map((source, n) => {
    const settings = new CollectorSettings(source, `source ${n + 1}`)
    const type = settings.oneOf('type', Object.keys(kinds), '')
    const name = settings.text('name', type)
    if (!/^[a-z0-9][a-z0-9_.-]{0,63}$/.test(name))
      throw new SourceSettingsError(`source ${n + 1}.name must be a short word in lower case`)
    const collector = kinds[type]!(name, settings)
    settings.end()
    return collector
  })
  const duplicate = collectors.find(({ name }, n) => collectors.findIndex((other) => other.name === name) < n)
  if (duplicate) throw new SourceSettingsError(`two sources are called ${duplicate.name}; give each a name`)
  return { collectors, delayMs }
}
