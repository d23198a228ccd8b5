/* Themes, their subthemes and where insights belong, as a person, a program or a language model proposes them. */

/** Names of one proposal for themes and subthemes, which may not exist yet. */
type Handle = string

/** With an id an existing theme, otherwise a new one. */
type GroupedTheme = {
  handle: Handle
  id?: string | undefined
  name: string
  /** Left out, that of an existing theme stays. */
  description?: string | null | undefined
}
type GroupedSubtheme = { handle: Handle; id?: string | undefined; theme: Handle; name: string }
/** Null: unsorted, or in no subtheme. A subtheme that is left out stays, if it is one of the theme. */
export type Assignment = { insight_id: string; theme: Handle | null; subtheme?: Handle | null | undefined }

/** Insights that it does not mention stay where they are. */
export type Grouping = {
  themes: readonly GroupedTheme[]
  subthemes: readonly GroupedSubtheme[]
  assignments: readonly Assignment[]
}

/** `byPerson`: a person made, named or pinned it. */
export type GroupableTheme = { id: string; name: string; notes: string | null; live: boolean; byPerson: boolean }
export type GroupableSubtheme = {
  id: string
  theme_id: string
  name: string
  generated_name: string | null
  origin: 'auto' | 'manual'
  pinned: boolean
  live: boolean
}

export type SubthemeLink = { id: string; supports: boolean; by_person: boolean; keeps_theme: boolean }
/** Where an insight belongs; `overridden`: a person chose its themes. */
export type Placement = { insight: string; themes: string[]; subthemes: SubthemeLink[]; overridden: boolean }

/** What a grouping is compared with. */
export type StoredGroups = {
  /** All that the grouping or its insights name, and all live ones. */
  themes: ReadonlyMap<string, GroupableTheme>
  /** All that the grouping or its insights name, and all live ones of the themes that the grouping names. */
  subthemes: ReadonlyMap<string, GroupableSubtheme>
  /** Of the insights that the grouping names, and of those in subthemes that it moves. */
  placements: ReadonlyMap<string, Placement>
}

export type PlannedTheme = {
  handle: Handle
  id: string
  name: string
  description: string | null | undefined
  /** Null: it is created. */
  before: GroupableTheme | null
}
export type PlannedSubtheme = {
  handle: Handle
  id: string
  theme_id: string
  name: string
  before: GroupableSubtheme | null
}
export type GroupingPlan = {
  themes: PlannedTheme[]
  subthemes: PlannedSubtheme[]
  /** Only insights whose place changes. */
  moves: { before: Placement; after: Placement }[]
}
