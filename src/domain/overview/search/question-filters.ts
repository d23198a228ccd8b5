import type { ParsedQuestion } from '#engine/ask/parsed-question.ts'
import type { ContactFilters, SearchFilters } from './queries-filters.ts'

/** The filters that a question contains. */
export function questionFilters({ kind, period, names }: ParsedQuestion): SearchFilters {
  const values = (wanted: string) => {
    const found = names.filter((name) => name.kind === wanted).map((name) => name.value)
    return found.length ? found : undefined
  }
  const contacts: ContactFilters = Object.fromEntries(
    Object.entries({
      id: values('contact'),
      company: values('company'),
      plan: values('plan'),
      country: values('country'),
      nps_type: kind.nps_type,
    }).filter(([, value]) => value !== undefined),
  )
  const filters = {
    occurred_after: period?.from ?? undefined,
    occurred_before: period?.to ?? undefined,
    category: kind.category && [...kind.category],
    sentiment: kind.sentiment && [kind.sentiment],
    segment_ids: values('segment'),
    source: values('source'),
    tag: values('tag'),
    contacts: Object.keys(contacts).length ? contacts : undefined,
  }
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
}
