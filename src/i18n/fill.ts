/* Placeholders and plurals of the translations. */

export type Values = Readonly<Record<string, string | number>>

/** What a language does with a number: its plural category, and how it is written; alone, as it is unless said. */
export type Counting = {
  category: (count: number) => string
  format: (count: number) => string
  formatAlone?: (count: number) => string
}

const plural = /\{(\w+),((?: \w+ \{[^}]*\})+)\}/g

/** `{name}` is replaced; `{count, one {# item} other {# items}}` chooses by the plural rules of the language. */
export const fill = (text: string, values: Values, { category, format, formatAlone = String }: Counting): string =>
  text
    .replace(plural, (_, name: string, forms: string) => {
      const count = Number(values[name])
      const byCategory = Object.fromEntries(
        [...forms.matchAll(/(\w+) \{([^}]*)\}/g)].map(([, key, form]) => [key, form]),
      )
      return (byCategory[category(count)] ?? byCategory.other ?? '').replaceAll('#', format(count))
    })
    .replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values[name] ?? whole
      return typeof value === 'number' ? formatAlone(value) : value
    })
