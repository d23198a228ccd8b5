import type { UrlFilters } from '#web/routes/use-filters.ts'

/* Custom fields in the URL of a list: `sort=field.tier`, and `fields=tier:gold,seats:10..`. */

const ownSort = /^(-?)field\./

/** The name of a sort in the URL. */
export const fieldSort = (key: string, descending = false) => `${descending ? '-' : ''}field.${key}`

/** What the list asks the API for. */
export const fieldQuery = ({ sort, fields }: Pick<UrlFilters, 'sort' | 'fields'>) => ({
  ...(sort && ownSort.test(sort) && { sort_custom_field: sort.replace(ownSort, '$1') }),
  ...(fields && { custom_field: fields.split(',') }),
})

/** A sort by what is no custom field. */
export const otherSort = (sort: string | undefined) => (sort && ownSort.test(sort) ? undefined : sort)

export const splitFilter = (filter: string): [key: string, value: string] => {
  const colon = filter.indexOf(':')
  return [filter.slice(0, colon), filter.slice(colon + 1)]
}
