/** Names that say nothing, also if a person chose them. */
const emptyName = new RegExp(
  `^(?:${[
    'everything else|others?|misc(?:ellaneous)?|general|various|uncategori[sz]ed|none',
    'sonstiges|verschiedenes|allgemeines|autres?|divers|otros|varios|altro|varie|overige?|diversen|outros|vários',
  ].join('|')})$`,
  'i',
)

/** Themes that a sentence may name: what is in a catch-all theme has nothing in common. */
export const isNamedTheme = ({ name, is_catch_all }: { name: string; is_catch_all: boolean }) =>
  !is_catch_all && !emptyName.test(name.trim())

/** In their order. */
export const namedThemes = ({ themes }: { themes: readonly { name: string; is_catch_all: boolean }[] }): string[] => [
  ...new Set(themes.filter(isNamedTheme).map(({ name }) => name)),
]
