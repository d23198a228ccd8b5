import type { StoredSubtheme } from './queries-corrections.ts'

type Named = Pick<StoredSubtheme, 'name' | 'generated_name' | 'origin'>

/** The name of the analysis is kept while a person's is shown. */
export function renamed(before: Named, name: string | undefined): { name?: string; generated_name?: string | null } {
  if (name === undefined || name === before.name) return {}
  if (name === before.generated_name) return { name, generated_name: null }
  return { name, ...(before.origin === 'auto' && { generated_name: before.generated_name ?? before.name }) }
}
