import { useQuery } from '@tanstack/react-query'
import MiniSearch from 'minisearch'
import { useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { Link } from '#web/routes/link.tsx'
import { paths, serverPaths } from '#web/routes/paths.ts'
import { inputClass } from '#web/ui/forms/field.tsx'
import { cx } from '#web/ui/cx.ts'
import type { DocsSection } from './types.ts'

const maxHits = 8
const maxTextLength = 110

async function loadIndex() {
  const sections = (await (await fetch(serverPaths.docsFile('guides/sections.json'))).json()) as DocsSection[]
  const index = new MiniSearch<DocsSection>({
    fields: ['title', 'heading', 'text'],
    searchOptions: { boost: { title: 3, heading: 4 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
  })
  index.addAll(sections)
  return { index, byId: new Map(sections.map((one) => [one.id, one])) }
}

/** Full-text search of the guides; the texts are loaded on the first use. */
export function DocsSearch() {
  const [query, setQuery] = useState('')
  const [used, setUsed] = useState(false)
  const { data } = useQuery({ queryKey: ['docs', 'search'], queryFn: loadIndex, enabled: used, staleTime: Infinity })
  const text = query.trim()
  const hits =
    data && text
      ? data.index
          .search(text)
          .slice(0, maxHits)
          .map(({ id }) => data.byId.get(id)!)
      : []
  return (
    <search className="relative ms-auto w-full sm:w-72">
      <input
        type="search"
        aria-label={t('Search the documentation')}
        placeholder={t('Search the documentation')}
        value={query}
        onFocus={() => setUsed(true)}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && setQuery('')}
        className={`${inputClass} h-8`}
      />
      {data && text && <Hits hits={hits} onPick={() => setQuery('')} />}
    </search>
  )
}

const hitsClass = cx(
  'absolute end-0 z-20 mt-1 max-h-96 w-full overflow-y-auto rounded-lg border border-line',
  'bg-panel p-1 shadow-pop sm:w-96',
)

const Hits = ({ hits, onPick }: { hits: readonly DocsSection[]; onPick: () => void }) => (
  <div role="region" aria-label={t('Search results')} className={hitsClass}>
    {hits.length === 0 && <p className="px-2.5 py-2 text-sm text-faint">{t('No results')}</p>}
    <ul>
      {hits.map(({ id, slug, title, heading, anchor, text }) => (
        <li key={id}>
          <Link
            to={paths.guide(slug)}
            hash={anchor}
            onClick={onPick}
            className="block rounded-md px-2.5 py-1.5 hover:bg-hover"
          >
            <span className="block text-sm font-medium">{heading === title ? title : `${title} › ${heading}`}</span>
            <span className="block truncate text-xs text-faint">{text.slice(0, maxTextLength)}</span>
          </Link>
        </li>
      ))}
    </ul>
  </div>
)
