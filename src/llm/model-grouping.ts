/* A grouping of points, as it is proposed: handles connect its parts, ids name what exists. */

type GroupedTheme = { handle: string; id?: string; name: string; description?: string }
type GroupedSubtheme = { handle: string; id?: string; theme: string; name: string }
type Assignment = { insight_id: string; theme: string | null; subtheme?: string | null }

export type ModelGrouping = { themes: GroupedTheme[]; subthemes: GroupedSubtheme[]; assignments: Assignment[] }
